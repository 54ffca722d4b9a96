import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("examine_installation")
struct ExamineInstallationTests {
    @Test("a server is seen once it has noted its presence")
    func served() async throws {
        try await ScratchDatabase.with { own in
            let before = try await own.database.callOne(ExamineInstallation())
            #expect(before.servedAt == nil)
            #expect(before.databaseBytes > 1_000_000)
            let moment: Timestamp = "2026-11-21T10:00:00Z"
            _ = try await own.database.call(
                NotePresence(asOf: moment, serverName: "web-1/7", keyIDs: []))
            #expect(try await own.database.callOne(ExamineInstallation()).servedAt == moment)
        }
    }

    @Test("a large table without statistics is named, until it is analyzed")
    func statistics() async throws {
        try await ScratchDatabase.with { own in
            #expect(try await own.database.callOne(ExamineInstallation()).unanalyzedTables == [])
            try await own.administer(
                """
                alter table entitlements.migrations set (autovacuum_enabled = false);
                insert into entitlements.migrations (version, name, checksum)
                select number, 'x', 'x' from generate_series(1000, 12000) number;
                """)
            let isNamed = try await eventually {
                try await own.database.callOne(ExamineInstallation()).unanalyzedTables
                    == ["migrations"]
            }
            #expect(isNamed)
            try await own.administer("analyze entitlements.migrations")
            let isKnown = try await eventually {
                try await own.database.callOne(ExamineInstallation()).unanalyzedTables.isEmpty
            }
            #expect(isKnown)
        }
    }
}
