import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("examine_tenant")
struct ExamineTenantTests {
    private let now: Timestamp = "2026-11-21T10:00:00Z"

    private func examine(
        _ tenant: TestTenant, at moment: Timestamp? = nil
    ) async throws -> ExamineTenant.Row {
        try await tenant.database.callOne(
            ExamineTenant(asOf: moment ?? now), in: tenant.id)
    }

    @Test("a new tenant has neither secret nor key, and received nothing")
    func new() async throws {
        let tenant = try await TestTenant.create {
            $0.webhooks.authentication = [.authorization, .signature]
        }
        let other = try await TestTenant.create()
        try await other.setUpstreamKey()
        try await other.receive(.test())
        let seen = try await examine(tenant)
        #expect(
            seen
                == ExamineTenant.Row(
                    requiresSecret: true, missingSecrets: ["authorization", "signature"],
                    keyState: "missing",
                    unknownProducts: []))
    }

    @Test("a secret is missing until one is set, in either slot")
    func secrets() async throws {
        let tenant = try await TestTenant.create {
            $0.webhooks.authentication = [.authorization, .signature]
        }
        let sealed = [UInt8](repeating: 1, count: 40)
        _ = try await tenant.database.callOne(
            SetSecret(kind: "signature", name: "", slot: 2, sealed: sealed), in: tenant.id)
        #expect(try await examine(tenant).missingSecrets == ["authorization"])
        _ = try await tenant.database.callOne(
            SetSecret(kind: "authorization", name: "", slot: 1, sealed: sealed), in: tenant.id)
        #expect(try await examine(tenant).missingSecrets.isEmpty)
    }

    @Test("the last webhook is named, and refusals until one is received")
    func webhooks() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        try await tenant.receive(.test(), receivedAt: now)
        #expect(try await examine(tenant).receivedAt == now)
        #expect(try await examine(tenant).refusedSince == nil)
        let later = now.advanced(bySeconds: 60)
        _ = try await tenant.database.callOne(
            NoteRefusedWebhook(reason: "differs", refusals: 1, asOf: later), in: tenant.id)
        #expect(try await examine(tenant).refusedSince == later)
    }

    @Test("refused webhooks of a day are counted, with the latest reason, also without a key")
    func refusals() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        for (reason, refusals, seconds) in [("differs", 2, 0), ("malformed", 1, 60)] {
            _ = try await tenant.database.callOne(
                NoteRefusedWebhook(
                    reason: reason, refusals: Int64(refusals),
                    asOf: now.advanced(bySeconds: Int64(seconds))), in: tenant.id)
        }
        let last = now.advanced(bySeconds: 60)
        #expect(
            try await examine(tenant, at: last).refused
                == ExamineTenant.Row.Refused(count: 3, reason: "malformed", lastAt: last))
        #expect(try await examine(tenant, at: last.advanced(bySeconds: 86_400)).refused == nil)
        #expect(try await examine(other, at: last).refused == nil)
    }

    @Test("a key is untried, then refused, not recognised, or recognised")
    func keys() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey()
        #expect(try await examine(tenant).keyState == "untried")
        _ = try await tenant.database.callOne(
            PauseUpstream(seconds: 60, reason: .keyUnusable, asOf: now), in: tenant.id)
        #expect(try await examine(tenant).keyState == "refused")
        let later = now.advanced(bySeconds: 61)
        #expect(try await examine(tenant, at: later).keyState == "untried")

        try await tenant.receive(.initialPurchase())
        try await TestDatabase.shared.administer(
            """
            update entitlements.snapshot_queue set setback = 'project_not_recognised'
             where tenant_id = '\(tenant.id)'
            """)
        #expect(try await examine(tenant, at: later).keyState == "not_recognised")
        try await TestDatabase.shared.administer(
            """
            update entitlements.upstreams set recognised_at = now()
             where tenant_id = '\(tenant.id)'
            """)
        #expect(try await examine(tenant, at: later).keyState == "recognised")
    }

    @Test("a sold product that gives nothing is unknown, until the file has it")
    func products() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(product: "stockpot_plus_monthly"))
        try await tenant.receive(.promotionalGrant(appUserID: "u_7"))
        #expect(try await examine(tenant).unknownProducts.isEmpty)
        try await tenant.receive(
            RevenueCatEvent.initialPurchase(product: "plus_weekly").transaction("2", original: "2")
                .setting("entitlement_ids", .null).setting("entitlement_id", .null))
        #expect(try await examine(tenant).unknownProducts == ["plus_weekly"])
    }
}
