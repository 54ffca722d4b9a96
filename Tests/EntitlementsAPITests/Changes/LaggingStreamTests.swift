import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("A stream that lags", .timeLimit(.minutes(5)))
struct LaggingStreamTests {
    /// More than the buffers of the sockets between server and client hold.
    private static let changes = 6_000
    private static let bytesOfChange = 5_000

    @Test("ends when its key is revoked, however much it has yet to write")
    func revoked() async throws {
        try await TestAPI.run { api in
            try await api.tenant.addChanges(Self.changes, bytes: Self.bytesOfChange)
            try await RawHTTPConnection.with(port: api.port) { connection in
                try await connection.send(
                    "GET /v1/changes/stream?after=0 HTTP/1.1\r\nHost: hearth.test\r\n"
                        + "Connection: close\r\nAuthorization: Bearer \(api.secretKey)\r\n\r\n")
                _ = try await connection.text(through: "id: 1\n")
                try await connection.stopReading()
                try await api.revoke(api.secretKey)
                try await connection.resumeReading()
                let rest = try await connection.bytesUntilClosed()
                // The last chunk: the answer is whole.
                #expect(String(decoding: rest.suffix(5), as: UTF8.self) == "0\r\n\r\n")
                #expect(rest.count < Self.changes * Self.bytesOfChange)
            }
        }
    }

    @Test("of changes that are no later writes nothing")
    func bound() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.addChanges(3, bytes: 10)
        let change = try await tenant.database.call(
            ListChanges(after: 2, maximum: 10), in: tenant.id
        ).compactMap(\.entry)
        #expect(change.map(\.number) == [3])
        #expect(ChangeEvents(change, after: 2, in: [.production])?.lastNumber == 3)
        #expect(ChangeEvents(change, after: 3, in: [.production]) == nil)
        #expect(ChangeEvents(change, after: 4, in: [.production]) == nil)
        #expect(ChangeEvents([], after: 0, in: [.production]) == nil)
    }
}

extension TestTenant {
    /// Adds numbered changes of this size to the log.
    fileprivate func addChanges(_ count: Int, bytes: Int) async throws {
        _ = try await TestDatabase.shared.administer(
            """
            insert into entitlements.change_entries
            select '\(id)', number, 'entitlements_changed', 'u_' || number, null,
                   to_json(repeat('x', \(bytes))), 'event', null, now(), now(), now()
              from generate_series(1, \(count)) as number
            """)
        _ = try await TestDatabase.shared.administer(
            """
            insert into entitlements.change_heads (tenant_id, last_number)
            values ('\(id)', \(count))
                on conflict (tenant_id) do update set last_number = excluded.last_number
            """)
    }
}
