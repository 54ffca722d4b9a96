import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests what version 1 says is active without listing a purchase of it.
@Suite("Active entitlements without a purchase")
struct ActiveEntitlementTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private let product = RevenueCatEvent.defaultProduct
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    private func reading(
        at number: Int64, until end: Timestamp?, of productID: String? = nil
    ) -> TestSnapshot {
        TestSnapshot(of: "a", at: day(number))
            .listing(
                .entitlement("plus", of: productID ?? product, from: bought, until: end)
            )
            .active(through: productID ?? product)
    }

    private func findings(in tenant: TestTenant) async throws -> [String] {
        try await tenant.database.call(
            ListFindings(pageLimit: 100, afterKind: nil, afterSubject: nil), in: tenant.id
        ).map { "\($0.kind) \($0.subject) \($0.count)" }
    }

    @Test("stay until the end that the reading states, and are a finding")
    func stays() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.add(reading(at: 1, until: day(20)))
        #expect(try await tenant.standing(of: "a", at: day(19)) == .active("active"))
        #expect(try await tenant.standing(of: "a", at: day(20)) == .inactive("expired"))
        #expect(try await findings(in: tenant) == [])
        try await tenant.add(reading(at: 2, until: nil))
        #expect(try await tenant.standing(of: "a", at: day(9_000)) == .active("lifetime"))
        #expect(
            try await findings(in: tenant) == ["entitlement_without_purchase plus 1"])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("stay with the household, and of a product that the file lacks or without one")
    func shared() async throws {
        for productID in [product, "unheard", ""] {
            let tenant = try await TestTenant.create()
            try await tenant.found("a", with: ["b"], at: bought)
            var entry = TestSnapshot.Purchase.entitlement(
                "plus", of: productID, from: bought, until: day(20))
            if productID.isEmpty { entry = entry.setting("product_id", nil) }
            try await tenant.add(TestSnapshot(of: "a", at: day(1)).listing(entry))
            for id in ["a", "b"] {
                #expect(
                    try await tenant.standing(of: id, at: day(19)) == .active("active"),
                    "\(id) by \(productID)")
            }
        }
    }

    @Test("end with the first reading that says so, for the household at once, too")
    func ends() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("a", with: ["b"], at: bought)
        try await tenant.add(reading(at: 1, until: nil))
        try await tenant.add(TestSnapshot(of: "a", at: day(5)))
        for id in ["a", "b"] {
            #expect(try await tenant.standing(of: id, at: day(4)) == .active("lifetime"))
            #expect(try await tenant.standing(of: id, at: day(5)) == .inactive("expired"))
        }
        #expect(try await findings(in: tenant) == [])
        try await tenant.add(reading(at: 6, until: day(20)))
        #expect(try await tenant.standing(of: "a", at: day(7)) == .active("active"))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("are no second purchase while the app user has a running one of the product")
    func known() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "a", expiresAt: day(30)))
        try await tenant.add(reading(at: 1, until: day(40)))
        let purchases = try await TestDatabase.shared.administer(
            "select store from entitlements.purchases where tenant_id = '\(tenant.id)'")
        #expect(purchases == [["app_store"]])
        #expect(try await tenant.standing(of: "a", at: day(29)) == .active("active"))
    }

    @Test("outlast a purchase that is over, and make way for the one that a later reading lists")
    func replaced() async throws {
        let tenant = try await TestTenant.create()
        let first = RevenueCatEvent.initialPurchase(appUserID: "a", expiresAt: day(30))
        try await tenant.receive(first)
        try await tenant.add(reading(at: 31, until: day(60)))
        #expect(try await tenant.standing(of: "a", at: day(59)) == .active("active"))
        let renewal = RevenueCatEvent.renewal(
            appUserID: "a", purchasedAt: day(30), expiresAt: day(60))
        try await tenant.add(
            TestSnapshot(of: "a", at: day(32)).listing(.like(renewal)).active(through: product))
        #expect(try await tenant.standing(of: "a", at: day(59)) == .active("active"))
        try await tenant.receive(renewal, receivedAt: day(33))
        let running = try await TestDatabase.shared.administer(
            "select store from entitlements.purchases where tenant_id = '\(tenant.id)' "
                + "and access_ends_at > timestamptz '\(day(40).rfc3339)'")
        #expect(running == [["app_store"]])
        #expect(try await tenant.invariantViolations() == [])
    }
}
