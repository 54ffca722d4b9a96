import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_log_position")
struct GetLogPositionTests {
    @Test("a database that may not tell its log's position takes writes, and presence is noted")
    func untold() async throws {
        try await ScratchDatabase.with { scratch in
            let function = "pg_catalog.pg_walfile_name(pg_lsn)"
            try await scratch.administer("revoke execute on function \(function) from public")
            let writes = RequestWrites()
            let tenant = try await writes.collecting {
                _ = try await scratch.database.call(
                    NotePresence(serverName: "here", keyIDs: ["key"]))
                return try await TestTenant.create(in: scratch.database)
            }
            #expect(writes.position == nil)
            let row = try await scratch.database.callOne(GetLogPosition())
            #expect(row.logPosition == nil)
            let reads = try #require(LookupReads(after: "1:0/1"))
            _ = try await LookupReads.$current.withValue(reads) { try await tenant.upstream() }
        }
    }

    @Test("presence notes the timeline, which standbys tell")
    func noted() async throws {
        try await ScratchDatabase.with { scratch in
            _ = try await scratch.database.call(NotePresence(serverName: "here", keyIDs: []))
            let noted = try await scratch.ask(
                "select servers -> 'here' ->> 'timeline' from entitlements.presence")
            let own = try await scratch.database.callOne(GetLogPosition()).logPosition
            #expect(noted == own?.split(separator: ":").first.map(String.init))
        }
    }
}
