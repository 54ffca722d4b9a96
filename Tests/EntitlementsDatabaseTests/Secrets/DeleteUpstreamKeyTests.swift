import EntitlementsDatabase
import TestSupport
import Testing

@Suite("delete_secret, of RevenueCat's API")
struct DeleteUpstreamKeyTests {
    @Test("without the key no request is granted; a repetition changes nothing")
    func deleted() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        for one in [tenant, other] { try await one.setUpstream(sealed(1)) }
        for _ in 0..<2 {
            try await tenant.deleteUpstreamKey()
            #expect(try await tenant.upstream() == nil)
            #expect(try await tenant.take(1, isUrgent: true) == nil)
        }
        #expect(try await other.upstream()?.sealedKey == sealed(1))
    }

    @Test("a pause outlasts the key")
    func pauseStays() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstream(sealed(1))
        _ = try await tenant.database.callOne(
            PauseUpstream(seconds: 60, reason: .rateLimited), in: tenant.id)
        try await tenant.deleteUpstreamKey()
        try await tenant.setUpstream(sealed(2))
        #expect(try await tenant.take(1, isUrgent: true)?.granted == 0)
    }

    @Test("deleting a missing key succeeds")
    func nothing() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.deleteUpstreamKey()
        #expect(try await tenant.upstream() == nil)
    }
}
