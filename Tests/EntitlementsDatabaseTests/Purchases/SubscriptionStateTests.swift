import Entitlements
import TestSupport
import Testing

/// Tests RevenueCat's documented event flows, from the first event to the last.
@Suite("Subscription states")
struct SubscriptionStateTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    @Test("a purchase is active before its expiry, and not at it")
    func active() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        #expect(try await tenant.standing(of: "u_42", at: day(1)) == .active("active"))
        #expect(
            try await tenant.standing(of: "u_42", at: day(30).advanced(bySeconds: -1))
                == .active("active"))
        #expect(try await tenant.standing(of: "u_42", at: day(30)) == .inactive("expired"))
    }

    @Test("a trial is trialing, and active once it is paid")
    func trial() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(expiresAt: day(7)).asTrial)
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .active("trialing"))
        try await tenant.receive(
            .renewal(purchasedAt: day(7)).setting("is_trial_conversion", true))
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .active("trialing"))
        #expect(try await tenant.standing(of: "u_42", at: day(8)) == .active("active"))
    }

    @Test("a cancelled trial lasts to its end, and a later subscription counts")
    func trialCancelled() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(expiresAt: day(7)).asTrial)
        try await tenant.receive(.cancellation(expiresAt: day(7)).asTrial)
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .active("cancelled"))
        try await tenant.receive(.expiration(expiresAt: day(7)).asTrial)
        #expect(try await tenant.standing(of: "u_42", at: day(8)) == .inactive("expired"))
        try await tenant.receive(.renewal(purchasedAt: day(20)))
        #expect(try await tenant.standing(of: "u_42", at: day(10)) == .inactive("expired"))
        #expect(try await tenant.standing(of: "u_42", at: day(21)) == .active("active"))
    }

    @Test("a cancellation keeps access until the end")
    func cancelled() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.cancellation())
        #expect(try await tenant.standing(of: "u_42", at: day(2)) == .active("cancelled"))
        #expect(
            try await tenant.entitlement("plus", of: "u_42", at: day(2))?["will_renew"] == false)
        #expect(try await tenant.standing(of: "u_42", at: day(30)) == .inactive("expired"))
    }

    @Test("an uncancellation resumes renewal")
    func uncancelled() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.cancellation())
        try await tenant.receive(.uncancellation())
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(4))
        #expect(plus?["status"] == "active")
        #expect(plus?["will_renew"] == true)
    }

    @Test("a billing issue keeps access until the end of grace")
    func grace() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.billingIssue(graceExpiresAt: day(46)))
        try await tenant.receive(
            .cancellation(reason: "BILLING_ERROR", at: day(30).advanced(bySeconds: 5)))
        #expect(try await tenant.standing(of: "u_42", at: day(45)) == .active("billing_issue"))
        #expect(try await tenant.standing(of: "u_42", at: day(46)) == .inactive("expired"))
        try await tenant.receive(.renewal(purchasedAt: day(40)))
        #expect(try await tenant.standing(of: "u_42", at: day(46)) == .active("active"))
    }

    @Test("three simultaneous events end a subscription without grace, in any order")
    func billingIssueWithoutGrace() async throws {
        let failure = day(30).advanced(bySeconds: 5)
        let events: [RevenueCatEvent] = [
            .billingIssue(at: failure).setting("grace_period_expiration_at_ms", nil),
            .cancellation(reason: "BILLING_ERROR", at: failure),
            .expiration(reason: "BILLING_ERROR", at: failure),
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let tenant = try await TestTenant.create()
            try await tenant.receive(.initialPurchase())
            for index in order { try await tenant.receive(events[index]) }
            #expect(try await tenant.standing(of: "u_42", at: day(31)) == .inactive("expired"))
        }
    }

    @Test("an expiration with the start of the running period ends it, with any expiry")
    func expiredByStart() async throws {
        for expiresAt in [day(0), day(0).advanced(bySeconds: -1), day(30)] {
            let tenant = try await TestTenant.create()
            try await tenant.receive(.initialPurchase())
            try await tenant.receive(.expiration(expiresAt: expiresAt, at: day(2)))
            #expect(try await tenant.standing(of: "u_42", at: day(3)) == .inactive("expired"))
        }
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.renewal(purchasedAt: day(30)))
        try await tenant.receive(.expiration(expiresAt: day(30), at: day(31)))
        #expect(try await tenant.standing(of: "u_42", at: day(32)) == .active("active"))
    }

    @Test("a pause starts at the end of the period and ends with a renewal")
    func paused() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase().store("PLAY_STORE"))
        try await tenant.receive(.subscriptionPaused())
        #expect(try await tenant.standing(of: "u_42", at: day(10)) == .active("paused"))
        try await tenant.receive(.expiration(reason: "SUBSCRIPTION_PAUSED").store("PLAY_STORE"))
        #expect(try await tenant.standing(of: "u_42", at: day(31)) == .inactive("paused"))
        try await tenant.receive(.renewal(purchasedAt: day(60)).store("PLAY_STORE"))
        #expect(try await tenant.standing(of: "u_42", at: day(61)) == .active("active"))
    }

    @Test("a refund ends access at once, and a later renewal restores it")
    func refunded() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.refund())
        #expect(try await tenant.standing(of: "u_42", at: day(1)) == .active("active"))
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .inactive("refunded"))
        try await tenant.receive(.renewal())
        #expect(try await tenant.standing(of: "u_42", at: day(31)) == .active("active"))
    }

    @Test("a reversed refund gives access back, if the period still runs")
    func refundReversed() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.refund())
        try await tenant.receive(.refundReversed())
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .inactive("refunded"))
        #expect(try await tenant.standing(of: "u_42", at: day(5)) == .active("active"))
        #expect(try await tenant.standing(of: "u_42", at: day(31)) == .inactive("expired"))
    }

    @Test("an extension moves the end")
    func extended() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.subscriptionExtended(expiresAt: day(40)))
        #expect(try await tenant.standing(of: "u_42", at: day(35)) == .active("active"))
    }

    @Test("a lifetime purchase ends only by a refund")
    func lifetime() async throws {
        let tenant = try await TestTenant.create(like: "digero")
        try await tenant.receive(.nonRenewingPurchase(product: "digero_premium_lifetime"))
        let far: Timestamp = "2999-01-01T00:00:00Z"
        #expect(
            try await tenant.standing(of: "u_42", "premium", at: far) == .active("lifetime"))
        let premium = try await tenant.entitlement("premium", of: "u_42", at: far)
        #expect(premium?["expires_at"]?.isNull == true)
    }

    @Test("a product change takes effect with the renewal, not before")
    func productChange() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        let pro = "com.yapmate.pro.monthly"
        let trade = "com.yapmate.trade.monthly"
        try await tenant.receive(.initialPurchase(product: pro, originalTransactionID: "1"))
        try await tenant.receive(
            .productChange(from: pro, to: trade, originalTransactionID: "1"))
        #expect(try await tenant.standing(of: "u_42", "trade", at: day(8)) == .none)
        try await tenant.receive(
            .renewal(product: trade, purchasedAt: day(9), originalTransactionID: "1"))
        #expect(try await tenant.standing(of: "u_42", "trade", at: day(10)) == .active("active"))
        #expect(try await tenant.standing(of: "u_42", "pro", at: day(10)) == .active("active"))
    }

    @Test("a cancelled promotional grant ends at once")
    func granted() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.promotionalGrant())
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(1))
        #expect(plus?["status"] == "granted")
        #expect(plus?["source"]?["kind"] == "grant")
        let grant = RevenueCatEvent.promotionalGrant()
        let transaction = grant.fields["original_transaction_id"]?.string
        try await tenant.receive(
            .cancellation(product: "rc_promo_plus_monthly", at: day(2))
                .store("PROMOTIONAL").transaction(transaction, original: transaction))
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .inactive("expired"))
    }

    @Test("a store outage grants at most a day")
    func temporaryGrant() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .temporaryEntitlementGrant(
                product: RevenueCatEvent.defaultProduct, expiresAt: day(30)))
        let hours = bought.advanced(bySeconds: 23 * 3_600)
        #expect(try await tenant.standing(of: "u_42", at: hours) == .active("active"))
        #expect(try await tenant.standing(of: "u_42", at: day(2)) == .inactive("expired"))
    }
}
