import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_status")
struct GetStatusTests {
    private func status(
        _ tenant: TestTenant, at moment: Timestamp? = nil
    ) async throws -> (revenueCat: String?, webhooks: String?, since: [String?]) {
        let row = try await tenant.database.callOne(GetStatus(asOf: moment), in: tenant.id)
        let json = try JSONParser.parse(row.json)
        let (upstream, webhooks) = (json["revenuecat"], json["webhooks"])
        return (
            upstream?["status"]?.string, webhooks?["status"]?.string,
            [upstream?["since"]?.string, webhooks?["since"]?.string]
        )
    }

    @Test("a new tenant has no key and is quiet")
    func new() async throws {
        let found = try await status(try await TestTenant.create())
        #expect(found == ("not_configured", "quiet", [nil, nil]))
    }

    @Test("webhooks arrive, are quiet after a day, and are refused until one is received")
    func webhooks() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        let now: Timestamp = "2026-11-21T10:00:00.000Z"
        try await tenant.receive(.test(), receivedAt: now)
        #expect(try await status(tenant, at: now) == ("readable", "arriving", [nil, nil]))
        let later = now.advanced(byDays: 1)
        #expect(
            try await status(tenant, at: later)
                == ("readable", "quiet", [nil, "2026-11-21T10:00:00.000Z"]))
        try await tenant.noteRefusedWebhook(at: later)
        #expect(
            try await status(tenant, at: later)
                == ("readable", "refused", [nil, "2026-11-22T10:00:00.000Z"]))
    }

    @Test("RevenueCat is unreadable while it refuses the key or is down, and not in a mere pause")
    func paused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let now: Timestamp = "2026-11-21T10:00:00Z"
        for tenant in [tenant, other] { try await tenant.setUpstreamKey() }
        func pause(_ reason: UpstreamPause) async throws {
            _ = try await tenant.database.callOne(
                PauseUpstream(seconds: 60, reason: reason, asOf: now), in: tenant.id)
        }
        try await pause(.rateLimited)
        #expect(try await status(tenant, at: now).revenueCat == "readable")
        try await pause(.keyUnusable)
        #expect(try await status(tenant, at: now).revenueCat == "unreadable")
        #expect(try await status(tenant, at: now.advanced(byDays: 1)).revenueCat == "readable")
        #expect(try await status(other, at: now).revenueCat == "readable")
        try await tenant.setUpstreamKey()
        #expect(try await status(tenant, at: now).revenueCat == "readable")
        let later = now.advanced(byDays: 2)
        _ = try await other.database.callOne(
            PauseUpstream(seconds: 60, reason: .unavailable, asOf: later), in: other.id)
        #expect(try await status(other, at: later).revenueCat == "unreadable")
        let over = later.advanced(bySeconds: 60)
        #expect(try await status(other, at: over).revenueCat == "readable")
    }

    @Test("RevenueCat is unreadable from the last snapshot on, while newer attempts fail")
    func failing() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        try await tenant.add(TestSnapshot(of: "u_1", at: "2026-11-20T10:00:00Z"))
        try await tenant.receive(.initialPurchase(appUserID: "u_2"))
        #expect(try await status(tenant).revenueCat == "readable")
        try await TestDatabase.shared.administer(
            """
            update entitlements.snapshot_queue set attempts = 1, setback = 'unavailable',
                   queued_at = queued_at + interval '1 second'
             where tenant_id = '\(tenant.id)'
            """)
        let found = try await status(tenant)
        #expect(found.revenueCat == "unreadable")
        #expect(found.since[0] != nil)
        try await TestDatabase.shared.administer(
            """
            update entitlements.app_users set confirmed_at = now() + interval '1 minute'
             where tenant_id = '\(tenant.id)'
            """)
        #expect(try await status(tenant).revenueCat == "readable")
    }
}
