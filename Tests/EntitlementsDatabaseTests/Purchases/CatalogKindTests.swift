import Entitlements
import TestSupport
import Testing

/// Tests how a product's kind and duration in the tenant file decide its purchases.
@Suite("Kinds of products")
struct CatalogKindTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    private let pass = "digero_premium_lifetime"

    private func sell(for period: String) -> (inout TenantDefinition) -> Void {
        { definition in
            for index in definition.products.indices
            where definition.products[index].id.rawValue == pass {
                definition.products[index].kind = .oneTime
                definition.products[index].duration = BillingPeriod(rawValue: period)
            }
        }
    }

    @Test("a consumable is never active, and shows its credits given and left")
    func consumable() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        try await tenant.receive(
            .nonRenewingPurchase(product: "hd_export", originalTransactionID: "e1"))
        let full = try await tenant.first(of: "purchases", at: day(1))
        #expect(full?["product_kind"] == "consumable")
        #expect(full?["is_active"] == false)
        #expect(full?["status"] == "purchased")
        #expect(full?["ended_reason"] == .null)
        #expect(
            full?["credits"] == [
                ["credit_id": "hd_export", "given": 1, "spent": 0, "remaining": 1]
            ])
        try await tenant.spend("hd_export", of: "u_42", on: "eye 1")
        #expect(
            try await tenant.first(of: "purchases", at: day(1))?["credits"] == [
                ["credit_id": "hd_export", "given": 1, "spent": 1, "remaining": 0]
            ])
        try await tenant.receive(
            .refund(product: "hd_export", originalTransactionID: "e1"))
        #expect(try await tenant.first(of: "purchases", at: day(3))?["status"] == "refunded")
    }

    @Test("devices get no consumable, even if the file declares it later")
    func devices() async throws {
        let tenant = try await TestTenant.create(like: "iris") {
            $0.products[0].kind = .nonConsumable
            $0.products[0].credits = [:]
        }
        try await tenant.receive(.nonRenewingPurchase(product: "hd_export"))
        try await tenant.receive(.nonRenewingPurchase(product: "premium_styles"))
        #expect(try await tenant.rows(in: "synced_subscriptions") == 2)
        try await tenant.apply(like: "iris") { _ in }
        #expect(try await tenant.rows(in: "synced_subscriptions") == 1)
        try await tenant.apply(like: "iris") { $0.products.remove(at: 0) }
        #expect(try await tenant.rows(in: "synced_subscriptions") == 2)
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a product that is no consumable gives no credits")
    func lasting() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        #expect(try await tenant.first(at: day(1))?["credits"] == .array([]))
    }

    @Test("one-time access lasts the file's duration, by event and both API versions")
    func pass() async throws {
        let tenant = try await TestTenant.create(like: "digero", sell(for: "P30D"))
        try await tenant.receive(.nonRenewingPurchase(appUserID: "event", product: pass))
        let listed = TestSnapshot.Purchase.like(.nonRenewingPurchase(product: pass))
            .setting("never_expires", nil)
        try await tenant.add(TestSnapshot(of: "v1", at: day(1)).listing(listed))
        try await tenant.add(
            TestSnapshot(of: "v2", at: day(2)).listing(
                listed.setting("gives_access", true).setting("transaction_id", "other")))
        for person in ["event", "v1", "v2"] {
            #expect(
                try await tenant.standing(of: person, "premium", at: day(29)) == .active("active"),
                "\(person)")
            #expect(
                try await tenant.standing(of: person, "premium", at: day(30))
                    == .inactive("expired"), "\(person)")
        }
        // Version 2 lists it as owned for ever; the file's duration decides.
        try await tenant.add(
            TestSnapshot(of: "v2", at: day(40)).listing(
                listed.setting("gives_access", true).setting("transaction_id", "other")))
        #expect(
            try await tenant.standing(of: "v2", "premium", at: day(41)) == .inactive("expired"))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a changed duration applies from the next snapshot, even an equal one")
    func longer() async throws {
        let tenant = try await TestTenant.create(like: "digero", sell(for: "P30D"))
        let listed = TestSnapshot.Purchase.like(.nonRenewingPurchase(product: pass))
            .setting("never_expires", nil)
        try await tenant.add(TestSnapshot(at: day(1)).listing(listed))
        try await tenant.apply(like: "digero", sell(for: "P60D"))
        try await tenant.add(TestSnapshot(at: day(2)).listing(listed))
        #expect(
            try await tenant.standing(of: "u_42", "premium", at: day(59)) == .active("active"))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a period or trial without an end lasts as the file says")
    func subscription() async throws {
        let tenant = try await TestTenant.create(like: "digero")
        let annual = RevenueCatEvent.initialPurchase(product: "digero_premium_annual")
            .removing("expiration_at_ms")
        try await tenant.receive(annual.asTrial)
        #expect(
            try await tenant.entitlement("premium", of: "u_42", at: day(1))?["expires_at"]
                == .string(day(7).rfc3339))
        try await tenant.receive(
            .renewal(product: "digero_premium_annual", purchasedAt: day(7))
                .removing("expiration_at_ms"))
        #expect(
            try await tenant.entitlement("premium", of: "u_42", at: day(8))?["expires_at"]
                == .string(day(7 + 365).rfc3339))
    }

    @Test("a period without an end gives no access if the product is unknown")
    func unknown() async throws {
        let tenant = try await TestTenant.create(like: "digero")
        try await tenant.receive(
            .initialPurchase(product: "unknown").entitlements(["premium"])
                .removing("expiration_at_ms"))
        #expect(try await tenant.standing(of: "u_42", "premium", at: day(1)).isActive == false)
    }

    @Test("an undeclared entitlement is the plan if no declared one is active")
    func undeclared() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(product: "unknown", originalTransactionID: "1")
                .entitlements(["secret"]))
        let answer = try await tenant.entitlements(of: "u_42", at: day(1))
        #expect(answer["entitlements"]?["secret"]?["is_active"] == true)
        #expect(answer["plan"] == "secret")
        #expect(answer["subscription_status"] == "active")
        try await tenant.receive(.initialPurchase(originalTransactionID: "2"))
        #expect(try await tenant.entitlements(of: "u_42", at: day(1))["plan"] == "plus")
    }
}
