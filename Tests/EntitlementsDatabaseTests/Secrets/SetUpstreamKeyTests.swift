import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@Suite("set_upstream_key")
struct SetUpstreamKeyTests {
    @Test("a tenant has the last key that was set")
    func replaced() async throws {
        let tenant = try await TestTenant.create()
        for byte in [1, 2, 2] as [UInt8] { try await tenant.setUpstream(sealed(byte)) }
        #expect(try await tenant.upstream()?.sealedKey == sealed(2))
    }

    @Test("another key keeps the pause")
    func budgetGoesOn() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstream(sealed(1))
        _ = try await tenant.database.callOne(
            PauseUpstream(seconds: 60, reason: .rateLimited), in: tenant.id)
        try await tenant.setUpstream(sealed(2))
        #expect(try await tenant.take(1, isUrgent: true)?.granted == 0)
    }

    @Test("a new key ends the pause of a refused key")
    func refusedKey() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstream(sealed(1))
        while try await tenant.take(1, isUrgent: true)?.granted == 1 {}
        _ = try await tenant.database.callOne(
            PauseUpstream(seconds: 60, reason: .keyUnusable), in: tenant.id)
        try await tenant.setUpstream(sealed(2))
        #expect(try await tenant.take(1, isUrgent: true)?.granted == 1)
        // This pause has another reason.
        _ = try await tenant.database.callOne(
            PauseUpstream(seconds: 60, reason: .rateLimited), in: tenant.id)
        try await tenant.setUpstream(sealed(3))
        #expect(try await tenant.take(1, isUrgent: true)?.granted == 0)
    }

    @Test("a new key queues the people with the longest access, for recognition")
    func queued() async throws {
        let tenant = try await TestTenant.create()
        for person in 1...25 {
            try await tenant.receive(
                .initialPurchase(
                    appUserID: "u_\(person)",
                    expiresAt: RevenueCatEvent.defaultPurchase.advanced(byDays: Int64(30 + person))
                ).transaction("t_\(person)", original: "t_\(person)"))
        }
        let queue = "entitlements.snapshot_queue where tenant_id = '\(tenant.id)'"
        try await TestDatabase.shared.administer("delete from \(queue)")
        try await tenant.setUpstream(sealed(1))
        let queued = try await TestDatabase.shared.administer(
            "select app_user_id from \(queue)")
        #expect(
            Set(queued.compactMap { $0.first ?? nil }) == Set((6...25).map { "u_\($0)" }))
    }

    @Test("an unsealed key is refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        await #expect(throws: PostgresError.server(sqlState: "23514")) {
            try await tenant.setUpstream([1, 2, 3])
        }
        #expect(try await tenant.upstream() == nil)
    }

    @Test("of sixteen simultaneous keys, one stays")
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
