import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@Suite("set_upstream_key")
struct SetUpstreamKeyTests {
    @Test("a tenant has the key that was set last")
    func replaced() async throws {
        let tenant = try await TestTenant.create()
        for byte in [1, 2, 2] as [UInt8] { try await tenant.setUpstream(sealed(byte)) }
        #expect(try await tenant.upstream()?.sealedKey == sealed(2))
    }

    @Test("what it may ask goes on as it was, whatever the key")
    func budgetGoesOn() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstream(sealed(1))
        _ = try await tenant.database.callOne(PauseUpstream(seconds: 60), in: tenant.id)
        try await tenant.setUpstream(sealed(2))
        #expect(try await tenant.take(1, isUrgent: true)?.granted == 0)
    }

    @Test("an unsealed key is refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        await #expect(throws: PostgresError.server(sqlState: "23514")) {
            try await tenant.setUpstream([1, 2, 3])
        }
        #expect(try await tenant.upstream() == nil)
    }

    @Test("of sixteen that are set at once, one is there")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in UInt8(0)..<16 {
                group.addTask { try await tenant.setUpstream(sealed(number)) }
            }
            try await group.waitForAll()
        }
        #expect(try await tenant.upstream()?.sealedKey.count == 29)
    }
}
