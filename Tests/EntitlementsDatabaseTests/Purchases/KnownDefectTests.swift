import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests defects found in other systems.
@Suite("Defects of other systems")
struct KnownDefectTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    @Test("the end of one product leaves another product's access", arguments: [true, false])
    func otherProductStays(isRefund: Bool) async throws {
        let tenant = try await TestTenant.create(like: "digero")
        let monthly = "digero_premium_monthly"
        try await tenant.receive(.initialPurchase(product: monthly, originalTransactionID: "1"))
        try await tenant.receive(
            .initialPurchase(
                product: "digero_premium_annual", expiresAt: day(365), originalTransactionID: "2"))
        try await tenant.receive(
            isRefund
                ? .refund(product: monthly, originalTransactionID: "1")
                : .expiration(product: monthly, at: day(2), originalTransactionID: "1"))
        #expect(try await tenant.standing(of: "u_42", "premium", at: day(3)) == .active("active"))
    }

    @Test("a transfer revives no ended purchase, and keeps a lifetime")
    func transferRevivesNothing() async throws {
        let tenant = try await TestTenant.create(like: "digero")
        try await tenant.receive(
            .initialPurchase(
                appUserID: "a", product: "digero_premium_monthly", originalTransactionID: "1"))
        try await tenant.receive(
            .refund(appUserID: "a", product: "digero_premium_monthly", originalTransactionID: "1"))
        try await tenant.receive(.transfer(from: ["a"], to: ["b"]))
        #expect(
            try await tenant.standing(of: "b", "premium", at: day(11)) == .inactive("refunded"))
        try await tenant.receive(
            .nonRenewingPurchase(appUserID: "a", product: "digero_premium_lifetime"))
        try await tenant.receive(.transfer(from: ["a"], to: ["b"], at: day(12)))
        #expect(
            try await tenant.standing(of: "b", "premium", at: day(13)) == .active("lifetime"))
        #expect(
            try await tenant.standing(of: "a", "premium", at: day(13)) == .inactive("expired"))
    }

    @Test("an expiration without entitlements ends only its own purchase")
    func expirationWithoutEntitlements() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(originalTransactionID: "1"))
        try await tenant.receive(.initialPurchase(expiresAt: day(60), originalTransactionID: "2"))
        try await tenant.receive(
            .expiration(at: day(5), originalTransactionID: "1").entitlements(nil))
        #expect(try await tenant.standing(of: "u_42", at: day(6)) == .active("active"))
    }

    @Test("a renewal without an expiry is not a lifetime")
    func renewalWithoutExpiry() async throws {
        let tenant = try await TestTenant.create()
        // The tenant file has no duration for this product either.
        try await tenant.receive(
            .renewal(product: "unlisted").setting("expiration_at_ms", nil)
                .entitlements(["plus"]))
        #expect(try await tenant.standing(of: "u_42", at: day(31)) == .inactive("expired"))
        try await tenant.receive(
            .initialPurchase(product: "unlisted").entitlements(["plus"]))
        #expect(try await tenant.standing(of: "u_42", at: day(20)) == .active("active"))
        #expect(try await tenant.standing(of: "u_42", at: day(400)) == .inactive("expired"))
    }

    @Test("a renewal of an unknown purchase creates it")
    func renewalCreates() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.renewal())
        #expect(try await tenant.standing(of: "u_42", at: day(31)) == .active("active"))
    }

    @Test(
        "a CUSTOMER_SUPPORT reason or a negative price is a refund",
        arguments: ["CUSTOMER_SUPPORT", "UNKNOWN"])
    func refundByEither(reason: String) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        let price: JSONValue = reason == "UNKNOWN" ? -4.99 : 0.0
        try await tenant.receive(.cancellation(reason: reason, price: price, at: day(2)))
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .inactive("refunded"))
    }

    @Test("grace ends without an expiration event, and never shortens access")
    func graceShortensNothing() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.billingIssue(graceExpiresAt: day(10), at: day(5)))
        #expect(try await tenant.standing(of: "u_42", at: day(20)) == .active("billing_issue"))
        #expect(try await tenant.standing(of: "u_42", at: day(30)) == .inactive("expired"))
    }

    @Test("a renewal clears pause, billing issue, pending product and cancellation")
    func renewalClears() async throws {
        let tenant = try await TestTenant.create()
        for event: RevenueCatEvent in [
            .initialPurchase(), .cancellation(), .billingIssue(at: day(2)),
            .subscriptionPaused().store("APP_STORE"),
            .productChange(from: RevenueCatEvent.defaultProduct, to: "other"), .renewal(),
        ] { try await tenant.receive(event) }
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(31))
        #expect(plus?["status"] == "active")
        #expect(plus?["will_renew"] == true)
    }

    @Test("the singular entitlement_id counts for an unknown product")
    func singularEntitlement() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(product: "unheard_of").entitlements(nil)
                .setting("entitlement_id", "plus"))
        #expect(try await tenant.standing(of: "u_42", at: day(1)) == .active("active"))
    }

    @Test("unknown stores, periods and environments are stored outside production")
    func unknownValues() async throws {
        let tenant = try await TestTenant.create()
        let odd = RevenueCatEvent.initialPurchase().store("GALAXY_BRAIN")
            .setting("period_type", "EONS").setting("ownership_type", "COMMUNAL")
        #expect(try await tenant.receive(odd).status == "applied")
        #expect(try await tenant.standing(of: "u_42", at: day(1)) == .active("active"))
        let staging = RevenueCatEvent.initialPurchase(appUserID: "tester")
            .setting("environment", "STAGING")
        #expect(try await tenant.receive(staging).status == "applied")
        #expect(try await tenant.standing(of: "tester", at: day(1)) == .none)
    }

    @Test("sandbox evidence never grants production access, even in one chain")
    func sandbox() async throws {
        let tenant = try await TestTenant.create()
        let play = RevenueCatEvent.initialPurchase(originalTransactionID: "1").inSandbox
        try await tenant.receive(play)
        #expect(try await tenant.standing(of: "u_42", at: day(1)) == .none)
        #expect(
            try await tenant.standing(of: "u_42", environment: "sandbox", at: day(1))
                == .active("active"))
        try await tenant.receive(.initialPurchase(originalTransactionID: "1"))
        try await tenant.receive(.refund(originalTransactionID: "1").inSandbox)
        #expect(try await tenant.standing(of: "u_42", at: day(5)) == .active("active"))
    }

    @Test("an upgrade's refund of the previous product ends nothing")
    func upgradeRefund() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        let trade = "com.yapmate.trade.monthly"
        let pro = "com.yapmate.pro.monthly"
        for event: RevenueCatEvent in [
            .initialPurchase(product: pro, originalTransactionID: "1"),
            .renewal(product: trade, purchasedAt: day(9), originalTransactionID: "1"),
            .refund(product: pro, at: day(9).advanced(bySeconds: 60), originalTransactionID: "1"),
        ] { try await tenant.receive(event) }
        #expect(try await tenant.standing(of: "u_42", "trade", at: day(10)) == .active("active"))
    }

    @Test("a late event about the previous period ends nothing")
    func latePeriod() async throws {
        let tenant = try await TestTenant.create()
        for event: RevenueCatEvent in [
            .initialPurchase(), .renewal(), .expiration(at: day(31)),
            .cancellation(reason: "BILLING_ERROR", at: day(31)),
        ] { try await tenant.receive(event) }
        #expect(try await tenant.standing(of: "u_42", at: day(32)) == .active("active"))
    }
}
