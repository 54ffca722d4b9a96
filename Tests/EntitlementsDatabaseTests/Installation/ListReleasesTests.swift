import Entitlements
import EntitlementsDatabase
import Migrations
import TestSupport
import Testing

@Suite("list_releases")
struct ListReleasesTests {
    @Test("the asking server's release comes first, each with its servers and when it was seen")
    func releases() async throws {
        try await ScratchDatabase.with { own in
            let scratch = EmptyDatabase(connectionString: own.connectionString)
            try await scratch.migrate(to: .other)
            try await scratch.age(minutes: 10)
            let start: Timestamp = "2999-01-01T00:00:00Z"
            for name in ["web-1/7", "web-2/7"] { try await own.note(name, [], at: start) }
            func listed(by database: Database, after seconds: Int64) async throws -> [String] {
                let moment = start.advanced(bySeconds: seconds)
                return try await database.call(ListReleases(asOf: moment)).map { row in
                    #expect(Int(row.schemaVersion) == Schema.embedded.version)
                    #expect((row.seenAt == start) == (row.schemaName == release))
                    return "\(row.schemaName) \(row.serverCount)"
                }
            }
            let other = Schema.other.functionsSchema
            let now = try await listed(by: own.database, after: 0)
            #expect(now == ["\(release) 2", "\(other) 0"])
            // A server that noted nothing for three minutes has ended.
            let later = try await listed(by: own.database, after: 181)
            #expect(later == ["\(release) 0", "\(other) 0"])
            try await ScratchDatabase.lend(own.connectionString, of: .other) { asking in
                let seen = try await listed(by: asking.database, after: 0)
                #expect(seen == ["\(other) 0", "\(release) 2"])
            }
        }
    }
}
