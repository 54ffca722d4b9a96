import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@testable import Migrations

@Suite("A migration says which functions work after it")
struct CompatibilityTests {
    private static let compatible = """
        -- More words.
        -- Compatible from schema version 1.

        create table public.notes (a int);
        """

    @Test("an older binary installs its functions in a newer database that is compatible")
    func stepBack() async throws {
        try await EmptyDatabase.with { scratch in
            let old = Schema.small(notes: nil, functions: ["one": "select 1"])
            try await scratch.migrate(to: .small(notes: Self.compatible))
            let report = try await scratch.migrate(to: old)
            #expect(report.version == 2 && report.appliedMigrations == [])
            #expect(report.isReleaseInstalled)
            #expect(try await scratch.ask("select \(old.functionsSchema).one()") == "1")
        }
    }

    @Test("a server starts on a newer database that is compatible, and on no other")
    func serves() async throws {
        try await ScratchDatabase.with { own in
            let scratch = EmptyDatabase(connectionString: own.connectionString)
            let version = Schema.embedded.version
            try await scratch.migrate(to: .embedded.adding(Self.line(version)))
            try await scratch.requireDeployment()
            let deployment = try await own.database.callOne(GetDeployment())
            #expect(Int(deployment.schemaVersion) == version + 1)
            #expect(Int(deployment.compatibleFrom) == version)

            try await own.administer(
                """
                update entitlements.migrations set compatible_from = null
                 where version = \(version + 1)
                """)
            let failure = await #expect(throws: MigrationFailure.self) {
                try await scratch.requireDeployment()
            }
            #expect(failure?.description.contains("of version \(version + 1) and later") == true)
            #expect(failure?.description.contains("up to \(version)") == true)
        }
    }

    @Test("an older binary does not repair a newer database, whose tables it does not know")
    func repair() async throws {
        try await ScratchDatabase.with { own in
            let scratch = EmptyDatabase(connectionString: own.connectionString)
            let next = Schema.embedded.adding(Self.line(Schema.embedded.version))
            try await scratch.migrate(to: next)
            try await own.administer("drop policy tenant_rows on entitlements.purchases")
            let refusal = await #expect(throws: MigrationFailure.self) {
                try await scratch.migrate(to: .embedded)
            }
            #expect(refusal?.description.contains("this binary knows up to") == true)
            #expect(try await scratch.migrate(to: next).isAccessRepaired)
        }
    }

    @Test("what a file says of it is no part of its checksum, and is corrected in the database")
    func corrected() async throws {
        try await EmptyDatabase.with { scratch in
            let silent = Self.compatible.replacing(
                "-- Compatible from schema version 1.\n", with: "")
            try await scratch.migrate(to: .small(notes: silent))
            await #expect(throws: MigrationFailure.self) {
                try await scratch.migrate(to: .small(notes: nil))
            }
            #expect(
                try await scratch.migrate(to: .small(notes: Self.compatible)).appliedMigrations
                    == [])
            try await scratch.migrate(to: .small(notes: nil))
        }
    }

    @Test("a migration is refused while a server is present that would not work after it")
    func present() async throws {
        try await ScratchDatabase.with { own in
            let scratch = EmptyDatabase(connectionString: own.connectionString)
            let next = Schema.embedded.adding("-- Why.\ncreate table public.notes ();\n")
            func refusal() async -> MigrationFailure? {
                await #expect(throws: MigrationFailure.self) { try await scratch.migrate(to: next) }
            }
            _ = try await own.database.call(NotePresence(serverName: "web-1/7", keyIDs: []))
            let words = await refusal()?.description
            #expect(words?.contains(next.migrations.last?.name ?? "?") == true)
            #expect(words?.contains("1 present server has functions") == true)
            #expect(words?.contains(release) == true)
            #expect(try await own.ask("select to_regclass('public.notes') is null") == "t")
            #expect(try await scratch.releases() == [release])

            // One that was killed counts for three minutes.
            try await own.noteAgain(minutesAgo: 2)
            #expect(await refusal() != nil)
            try await own.noteAgain(minutesAgo: 4)
            let report = try await scratch.migrate(to: next)
            #expect(report.appliedMigrations.count == 1 && report.droppedReleases == [release])
        }
    }

    @Test("it goes on after the server has said that it ended, or if servers can stand it")
    func ended() async throws {
        for isCompatible in [true, false] {
            try await ScratchDatabase.with { own in
                let scratch = EmptyDatabase(connectionString: own.connectionString)
                let version = Schema.embedded.version
                _ = try await own.database.call(NotePresence(serverName: "web-1/7", keyIDs: []))
                if !isCompatible {
                    try await own.database.callOne(NoteDeparture(serverName: "web-1/7"))
                }
                let line = isCompatible ? Self.line(version) : "-- Why.\nselect 1;\n"
                let report = try await scratch.migrate(to: .embedded.adding(line))
                #expect(report.version == version + 1, "\(isCompatible)")
            }
        }
    }

    private static func line(_ version: Int) -> String {
        "-- Why.\n-- Compatible from schema version \(version).\n\nselect 1;\n"
    }
}
