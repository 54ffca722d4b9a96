import EntitlementsDatabase
import Migrations
import Postgres
import TestSupport
import Testing

@Suite("Each release has a schema of functions")
struct ReleaseTests {
    @Test("functions of another release lie beside those that are there")
    func besideEachOther() async throws {
        try await EmptyDatabase.with { scratch in
            let old = Schema.small(functions: ["one": "select 1", "two": "select 2"])
            let new = Schema.small(functions: ["one": "select 11"])
            for schema in [old, new] {
                let report = try await scratch.migrate(to: schema)
                #expect(report.isReleaseInstalled && report.release == schema.functionsSchema)
                #expect(report.droppedReleases == [])
            }
            #expect(try await scratch.ask("select \(old.functionsSchema).one()") == "1")
            #expect(try await scratch.ask("select \(old.functionsSchema).two()") == "2")
            #expect(try await scratch.ask("select \(new.functionsSchema).one()") == "11")
            let second = try await scratch.ask(
                "select to_regproc('\(new.functionsSchema).two') is null")
            #expect(second == "t")
            #expect(try await !scratch.migrate(to: old).isReleaseInstalled)
        }
    }

    @Test("a function may call one whose file comes later")
    func laterFunction() async throws {
        try await EmptyDatabase.with { scratch in
            let schema = Schema.small(functions: ["a": "select api.z()", "z": "select 26"])
            try await scratch.migrate(to: schema)
            #expect(try await scratch.ask("select \(schema.functionsSchema).a()") == "26")
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
            let schema = Schema.small(files: [
                "sql/functions/a/a_sum.sql": aggregate, "sql/functions/z/z_step.sql": step,
            ])
            try await scratch.migrate(to: schema)
            let sum = try await scratch.ask(
                "select \(schema.functionsSchema).a_sum(i) from generate_series(1, 4) i")
            #expect(sum == "10")
        }
    }

    @Test("a file that fails installs nothing")
    func failingFunction() async throws {
        try await EmptyDatabase.with { scratch in
            let broken = Schema.small(
                functions: ["one": "select 11"],
                files: ["sql/functions/z/broken.sql": "create function api.broken("])
            let failure = await #expect(throws: MigrationFailure.self) {
                try await scratch.migrate(to: broken)
            }
            #expect(failure?.description.contains("sql/functions/z/broken.sql") == true)
            let isThere = try await scratch.ask(
                "select to_regnamespace('\(broken.functionsSchema)') is not null")
            #expect(isThere == "f")
            #expect(try await scratch.ask("select count(*) from entitlements.releases") == "0")
        }
    }

    @Test("a release is named by its functions, their areas and the version of the tables")
    func names() {
        func schema(_ path: String, _ text: String = "f", notes: String? = nil) -> String {
            Schema.small(notes: notes, files: ["sql/functions/\(path)": text]).functionsSchema
        }
        let names = [
            schema("a/f.sql"), schema("b/f.sql"), schema("a/f.sql", "g"),
            schema("a/f.sql", notes: "select 1;"),
        ]
        #expect(Set(names).count == 4)
        #expect(names[0] == schema("a/f.sql"))
        #expect(names.allSatisfy { $0.wholeMatch(of: #/hearth_[0-9a-f]{12}/#) != nil })
    }

    @Test("one that was not seen for an hour is dropped by the next migrator, its own never")
    func unseen() async throws {
        try await EmptyDatabase.with { scratch in
            let old = Schema.small(functions: ["one": "select 1"])
            let new = Schema.small(functions: ["one": "select 11"])
            try await scratch.migrate(to: old)
            try await scratch.migrate(to: new)
            try await scratch.age(minutes: 59)
            #expect(try await scratch.migrate(to: new).droppedReleases == [])
            try await scratch.age(minutes: 61)
            #expect(
                try await scratch.migrate(to: new).droppedReleases == [old.functionsSchema])
            #expect(try await scratch.releases() == [new.functionsSchema])
            let isThere = try await scratch.ask(
                "select to_regnamespace('\(old.functionsSchema)') is not null")
            #expect(isThere == "f")
            // The step back needs the old binary's migrator then.
            #expect(try await scratch.migrate(to: old).isReleaseInstalled)
        }
    }

    @Test("servers note their release with their presence, and it stays while one was seen")
    func seenServers() async throws {
        try await ScratchDatabase.with { own in
            let scratch = EmptyDatabase(connectionString: own.connectionString)
            try await scratch.age(minutes: 61)
            _ = try await own.database.call(NotePresence(serverName: "web-1/7", keyIDs: []))
            let seen = try await own.ask(
                "select seen_at > now() - interval '1 minute' from entitlements.releases")
            #expect(seen == "t")
            #expect(try await scratch.migrate(to: .other).droppedReleases == [])
            // What counts is the last sight, of the two that there are.
            try await scratch.age(minutes: 61)
            #expect(try await scratch.migrate(to: .other).droppedReleases == [])

            try await own.noteAgain(minutesAgo: 61)
            try await scratch.age(minutes: 61)
            #expect(try await scratch.migrate(to: .other).droppedReleases == [release])
        }
    }

    @Test("no table, policy, default, check, index or view refers to a release's functions")
    func independentTables() async throws {
        let referring = try await TestDatabase.shared.administer(
            """
            select pg_describe_object(classid, objid, objsubid)
              from pg_depend
              join pg_proc on pg_proc.oid = refobjid and refclassid = 'pg_proc'::regclass
             where pronamespace = '\(release)'::regnamespace
               and not (classid = 'pg_proc'::regclass and objid in (
                   select oid from pg_proc where pronamespace = '\(release)'::regnamespace))
            """)
        #expect(referring == [])
    }
}

extension EmptyDatabase {
    /// Lets all releases be seen some minutes ago.
    func age(minutes: Int) async throws {
        _ = try await ask(
            """
            update entitlements.releases
               set seen_at = now() - interval '\(minutes) minutes' returning 1
            """)
    }

    func releases() async throws -> [String] {
        try await ask("select string_agg(schema_name, ' ' order by 1) from entitlements.releases")?
            .split(separator: " ").map(String.init) ?? []
    }
}

extension ScratchDatabase {
    /// Lets all present servers have noted it some minutes ago.
    func noteAgain(minutesAgo: Int) async throws {
        try await administer(
            """
            update entitlements.presence set servers = (
                select jsonb_object_agg(key, value || jsonb_build_object(
                           'seen_at', now() - interval '\(minutesAgo) minutes'))
                  from jsonb_each(servers))
            """)
    }
}
