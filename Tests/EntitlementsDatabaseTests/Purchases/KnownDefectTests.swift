import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// What other systems got wrong at exactly this.
@Suite("Defects of others")
struct KnownDefectTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    @Test("ending one product does not end what another grants", arguments: [true, false])
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

    @Test("a transfer revives nothing that ended, and keeps a lifetime")
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

    @Test("an expiration that names no entitlements revokes its own purchase only")
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
        // The tenant file names no duration of this product either.
        try await tenant.receive(
            .renewal(product: "unlisted").setting("expiration_at_ms", nil)
                .entitlements(["plus"]))
        #expect(try await tenant.standing(of: "u_42", at: day(31)) == .inactive("expired"))
        try await tenant.receive(
            .initialPurchase(product: "unlisted").entitlements(["plus"]))
        #expect(try await tenant.standing(of: "u_42", at: day(20)) == .active("active"))
        #expect(try await tenant.standing(of: "u_42", at: day(400)) == .inactive("expired"))
    }

    @Test("a renewal makes a purchase that nobody has told us of")
    func renewalCreates() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.renewal())
        #expect(try await tenant.standing(of: "u_42", at: day(31)) == .active("active"))
    }

    @Test("a refund is a reason or a negative price", arguments: ["CUSTOMER_SUPPORT", "UNKNOWN"])
    func refundByEither(reason: String) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        let price: JSONValue = reason == "UNKNOWN" ? -4.99 : 0.0
        try await tenant.receive(.cancellation(reason: reason, price: price, at: day(2)))
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .inactive("refunded"))
    }

    @Test("grace ends by the clock though no expiration comes, and shortens nothing")
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

    @Test("the singular entitlement_id counts where the catalog does not know the product")
    func singularEntitlement() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(product: "unheard_of").entitlements(nil)
                .setting("entitlement_id", "plus"))
        #expect(try await tenant.standing(of: "u_42", at: day(1)) == .active("active"))
    }

    @Test("unknown stores, periods and environments are kept, and do not open production")
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

    @Test("sandbox evidence never grants production access, even on one transaction")
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

    @Test("an upgrade's refund of the product before it ends nothing")
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

    @Test("a late word on the period before ends nothing of this one")
    func latePeriod() async throws {
        let tenant = try await TestTenant.create()
        for event: RevenueCatEvent in [
            .initialPurchase(), .renewal(), .expiration(at: day(31)),
            .cancellation(reason: "BILLING_ERROR", at: day(31)),
        ] { try await tenant.receive(event) }
        #expect(try await tenant.standing(of: "u_42", at: day(32)) == .active("active"))
    }
}
