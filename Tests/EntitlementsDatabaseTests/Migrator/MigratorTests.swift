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
            #expect(first.isReleaseInstalled)

            let second = try await scratch.migrate(to: .embedded)
            #expect(second.appliedMigrations == [])
            #expect(!second.isReleaseInstalled)
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
            #expect(reports.count { $0.isReleaseInstalled } == 1)
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
            #expect(failure?.description.contains("schema version 2,") == true)
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
