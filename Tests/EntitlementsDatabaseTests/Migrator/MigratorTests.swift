import EntitlementsDatabase
import Migrations
import Postgres
import TestSupport
import Testing

@Suite("The migrator brings a database to the schema")
struct MigratorTests {
    @Test("an empty database gets the whole schema, and a second run nothing")
    func everythingOnce() async throws {
        try await EmptyDatabase.with { scratch in
            let first = try await scratch.migrate(to: .embedded)
            #expect(first.version == Schema.embedded.version)
            #expect(first.appliedMigrations == Schema.embedded.migrations.map(\.name))
            #expect(first.isFunctionSchemaRebuilt)

            let second = try await scratch.migrate(to: .embedded)
            #expect(second.appliedMigrations == [])
            #expect(!second.isFunctionSchemaRebuilt)
        }
    }

    @Test("of simultaneous migrators one works, the others find nothing to do")
    func concurrentMigrators() async throws {
        try await EmptyDatabase.with { scratch in
            let reports = try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask { try await scratch.migrate(to: .embedded) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(reports.count { $0.isFunctionSchemaRebuilt } == 1)
            #expect(
                reports.flatMap(\.appliedMigrations) == Schema.embedded.migrations.map(\.name))
        }
    }

    @Test("databases of one cluster migrate at once, with shared roles")
    func concurrentDatabases() async throws {
        let versions = try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    try await EmptyDatabase.with { try await $0.migrate(to: .embedded).version }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(versions == Array(repeating: Schema.embedded.version, count: 4))
    }

    @Test("a migration changed after it was applied is refused by name")
    func changedFile() async throws {
        try await EmptyDatabase.with { scratch in
            try await scratch.migrate(to: .small())
            let failure = await #expect(throws: MigrationFailure.self) {
                try await scratch.migrate(to: .small(notes: "create table public.notes (b int);"))
            }
            #expect(failure?.description.contains("0002_notes.sql") == true)
        }
    }

    @Test("a schema newer than the binary is refused, with both versions")
    func newerSchema() async throws {
        try await EmptyDatabase.with { scratch in
            try await scratch.migrate(to: .small())
            let failure = await #expect(throws: MigrationFailure.self) {
                try await scratch.migrate(to: .small(notes: nil))
            }
            #expect(failure?.description.contains("version 2") == true)
            #expect(failure?.description.contains("up to 1") == true)
        }
    }

    @Test("a failed migration is rolled back alone")
    func failingMigration() async throws {
        try await EmptyDatabase.with { scratch in
            let failure = await #expect(throws: MigrationFailure.self) {
                try await scratch.migrate(
                    to: .small(notes: "create table public.notes (a int); select 1 / 0;"))
            }
            #expect(failure?.description.contains("0002_notes.sql") == true)
            #expect(try await scratch.ask("select to_regclass('public.notes') is null") == "t")
            #expect(
                try await scratch.ask("select max(version) from entitlements.migrations") == "1")

            try await scratch.migrate(to: .small())
            #expect(try await scratch.ask("select to_regclass('public.notes') is null") == "f")
        }
    }
}

@Suite("Schema api is code: it is rebuilt as a whole")
struct FunctionRebuildTests {
    @Test("a changed function is replaced, and a removed one is dropped")
    func changedFunctions() async throws {
        try await EmptyDatabase.with { scratch in
            try await scratch.migrate(
                to: .small(functions: ["one": "select 1", "two": "select 2"]))
            let report = try await scratch.migrate(to: .small(functions: ["one": "select 11"]))
            #expect(report.isFunctionSchemaRebuilt)
            #expect(report.appliedMigrations == [])
            #expect(try await scratch.ask("select api.one()") == "11")
            #expect(try await scratch.ask("select to_regproc('api.two') is null") == "t")
        }
    }

    @Test("a function may call one whose file comes later")
    func laterFunction() async throws {
        try await EmptyDatabase.with { scratch in
            try await scratch.migrate(
                to: .small(functions: ["a": "select api.z()", "z": "select 26"]))
            #expect(try await scratch.ask("select api.a()") == "26")
        }
    }

    @Test("an aggregate finds its functions in any order of names")
    func aggregate() async throws {
        try await EmptyDatabase.with { scratch in
            let aggregate = """
                -- The sum.
                create aggregate api.a_sum(integer) (sfunc = api.z_step, stype = integer);
                """
            let step = """
                create function api.z_step(integer, integer) returns integer
                language sql strict as 'select $1 + $2';
                """
            try await scratch.migrate(
                to: .small(files: [
                    "sql/functions/a/a_sum.sql": aggregate, "sql/functions/z/z_step.sql": step,
                ]))
            #expect(
                try await scratch.ask("select api.a_sum(i) from generate_series(1, 4) i") == "10")
        }
    }

    @Test("a file that fails leaves the schema unchanged")
    func failingFunction() async throws {
        try await EmptyDatabase.with { scratch in
            try await scratch.migrate(to: .small(functions: ["one": "select 1"]))
            let failure = await #expect(throws: MigrationFailure.self) {
                try await scratch.migrate(
                    to: .small(
                        functions: ["one": "select 11"],
                        files: ["sql/functions/z/broken.sql": "create function api.broken("]))
            }
            #expect(failure?.description.contains("sql/functions/z/broken.sql") == true)
            #expect(try await scratch.ask("select api.one()") == "1")
        }
    }

    @Test("a file moved to another area counts as a change")
    func movedFile() {
        let here = Schema(files: [.init(path: "sql/functions/a/f.sql", text: "f")])
        let there = Schema(files: [.init(path: "sql/functions/b/f.sql", text: "f")])
        #expect(here.functionsHash != there.functionsHash)
        #expect(here.functionsHash.utf8.count == 64)
    }
}
