import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Tests that nothing that RevenueCat says changes a grant of the tenant.
@Suite("Grants beside RevenueCat")
struct UntouchedGrantTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var granted: Timestamp { bought.advanced(byDays: 1) }
    private var later: Timestamp { bought.advanced(byDays: 5) }

    /// The rows of the grant.
    private func rows(of grant: UUID?, in tenant: TestTenant) async throws -> [[String?]] {
        try await TestDatabase.shared.administer(
            """
            select to_jsonb(bought) from entitlements.purchases bought
             where tenant_id = '\(tenant.id)' and purchase_id = '\(grant ?? UUID())'
             union all
            select to_jsonb(told) from entitlements.evidence told
             where tenant_id = '\(tenant.id)' and purchase_id = '\(grant ?? UUID())'
            """)
    }

    private func tenantWithGrant() async throws -> (TestTenant, UUID?, [[String?]]) {
        let tenant = try await TestTenant.create()
        let grant = try await tenant.grant(to: "u_42", for: "P1Y", at: granted).grantID
        let rows = try await rows(of: grant, in: tenant)
        #expect(rows.count == 2)
        return (tenant, grant, rows)
    }

    @Test("no event changes a grant, even one that claims its store and its transaction")
    func events() async throws {
        let (tenant, grant, before) = try await tenantWithGrant()
        let chain = "grant \(try #require(grant).uuidString.lowercased())"
        let events: [RevenueCatEvent] = [
            .initialPurchase(), .renewal(), .cancellation(), .refund(), .uncancellation(),
            .billingIssue(), .expiration(), .productChange(from: "stockpot_plus_monthly", to: "x"),
            .nonRenewingPurchase(product: "x", expiresAt: later), .promotionalGrant(),
            .subscriptionPaused(), .subscriptionExtended(expiresAt: later), .refundReversed(),
            .temporaryEntitlementGrant(), .test(),
            .subscriberAlias(appUserID: "u_42", aliases: [anonymous("phone")]),
            .transfer(from: ["u_42"], to: ["u_43"], at: later),
        ]
        for event in events {
            try await tenant.receive(event)
            for store in ["HEARTH", "hearth", "PROMOTIONAL"] {
                try await tenant.receive(
                    event.store(store).transaction(chain, original: chain)
                        .occurring(at: later))
            }
        }
        #expect(try await rows(of: grant, in: tenant) == before)
        let found = try await tenant.entitlement("plus", of: "u_42", at: later.advanced(byDays: 90))
        #expect(found?["source"]?["store"] == "hearth")
        try await expectSound(tenant)
    }

    @Test("snapshots that list nothing, or something, leave a grant alone")
    func snapshots() async throws {
        let (tenant, grant, before) = try await tenantWithGrant()
        for day in 2..<5 {
            let read = bought.advanced(byDays: Int64(day))
            try await tenant.add(TestSnapshot(of: "u_42", at: read))
        }
        try await tenant.receive(.initialPurchase())
        try await tenant.add(
            TestSnapshot(of: "u_42", at: later).listing(.like(.initialPurchase())))
        let drift = try await tenant.add(
            TestSnapshot(of: "u_42", at: later.advanced(byDays: 1)))
        #expect(drift.count == 1)
        #expect(try await rows(of: grant, in: tenant) == before)
        #expect(
            try await tenant.standing(of: "u_42", at: later.advanced(byDays: 40))
                == .active("granted"))
        try await expectSound(tenant)
    }

    @Test("a claim offers no grant, and takes the grants of the ids that it merges")
    func claims() async throws {
        let tenant = try await TestTenant.create()
        let phone = anonymous("phone")
        try await tenant.grant(to: phone)
        #expect(try await tenant.orphans() == [])
        await expectFailure(.orphanNotFound) { try await tenant.claim(phone, for: "u_1") }
        try await tenant.receive(.initialPurchase(appUserID: phone))
        #expect(try await tenant.orphans().count == 1)
        try await tenant.claim(phone, for: "u_1")
        #expect(try await tenant.grants(of: "u_1").count == 1)
        try await expectSound(tenant)
    }

    @Test("a grant that ends soon is no reason to read the app user")
    func risk() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.grant(to: anonymous("phone"), for: "P1D", at: granted)
        try await tenant.found(anonymous("phone"), with: ["u_2"], at: granted)
        let asked = granted.advanced(byDays: 1).advanced(bySeconds: -60)
        let risks = try await TestDatabase.shared.administer(
            """
            begin; set local role hearth_server; set local hearth.tenant_id = '\(tenant.id)';
            select risk from \(release).app_users_at_risk('\(asked.rfc3339)', 10) where risk < 6
            """)
        #expect(risks == [])
    }
}
