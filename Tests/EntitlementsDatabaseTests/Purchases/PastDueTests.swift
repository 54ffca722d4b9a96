import Entitlements
import TestSupport
import Testing

/// While an invoice stays open, Stripe's subscription goes on.
///
/// RevenueCat tells of the failed charge once, and then of renewals without a price.
@Suite("Past due stays past due until a renewal with a price")
struct PastDueTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    /// The renewal of a period after the failed charge.
    private func renewal(_ period: Int64, _ price: JSONValue?) -> RevenueCatEvent {
        let event = RevenueCatEvent.renewal(purchasedAt: day(30 * period)).store("STRIPE")
        guard let price else { return event.removing("price", "price_in_purchased_currency") }
        return event.setting("price", price).setting("price_in_purchased_currency", price)
    }

    private var failed: [RevenueCatEvent] {
        [
            RevenueCatEvent.initialPurchase().store("STRIPE"),
            RevenueCatEvent.billingIssue().store("STRIPE")
                .setting("grace_period_expiration_at_ms", nil).occurring(at: day(30)),
        ]
    }

    private func received(_ events: [RevenueCatEvent]) async throws -> TestTenant {
        let tenant = try await TestTenant.create()
        for event in events.reversed() { try await tenant.receive(event, receivedAt: day(200)) }
        #expect(try await tenant.invariantViolations() == [])
        return tenant
    }

    @Test(
        "renewals without a price leave it, with its notice",
        arguments: [0, 0.0, nil, .null] as [JSONValue?])
    func stays(price: JSONValue?) async throws {
        let tenant = try await received(failed + [renewal(1, price), renewal(2, price)])
        for moment in [day(31), day(61)] {
            #expect(try await tenant.standing(of: "u_42", at: moment) == .active("billing_issue"))
            let plus = try await tenant.entitlement("plus", of: "u_42", at: moment)
            #expect(plus?["will_renew"] == false)
            let kinds = try await tenant.notices(of: "u_42", at: moment).map { $0["kind"] }
            #expect(kinds == ["billing_issue"])
        }
        try await tenant.receive(renewal(3, 4.99), receivedAt: day(200))
        #expect(try await tenant.standing(of: "u_42", at: day(91)) == .active("active"))
        #expect(try await tenant.notices(of: "u_42", at: day(91)) == [])
    }

    @Test("any price that was paid mends it", arguments: ["price", "price_in_purchased_currency"])
    func paid(name: String) async throws {
        let tenant = try await received(failed + [renewal(1, 0).setting(name, 4.99)])
        #expect(try await tenant.standing(of: "u_42", at: day(31)) == .active("active"))
    }

    @Test("the charge after a trial that fails is past due, too")
    func trial() async throws {
        var events = failed
        events[0] = events[0].asTrial
        events[1] = events[1].setting("period_type", "TRIAL")
        let tenant = try await received(
            events + [renewal(1, 0).setting("is_trial_conversion", true)])
        #expect(try await tenant.standing(of: "u_42", at: day(31)) == .active("billing_issue"))
    }

    @Test("without a failed charge it is a coupon, and another store charges at once")
    func others() async throws {
        let coupon = try await received([failed[0], renewal(1, 0)])
        #expect(try await coupon.standing(of: "u_42", at: day(31)) == .active("active"))
        let apple = try await received((failed + [renewal(1, 0)]).map { $0.store("APP_STORE") })
        #expect(try await apple.standing(of: "u_42", at: day(31)) == .active("active"))
    }

    @Test("a reading in between decides, and what it leaves open stays open")
    func reading() async throws {
        let unpaid = TestSnapshot.Purchase.like(renewal(1, 0)).setting("will_renew", false)
            .at("billing_issue_at", day(30))
        let tenant = try await received(failed + [renewal(1, 0)])
        try await tenant.add(TestSnapshot(at: day(35)).listing(unpaid))
        try await tenant.receive(renewal(2, 0), receivedAt: day(200))
        #expect(try await tenant.standing(of: "u_42", at: day(61)) == .active("billing_issue"))
        try await tenant.add(
            TestSnapshot(at: day(65)).listing(.like(renewal(2, 0))))
        try await tenant.receive(renewal(3, 0), receivedAt: day(200))
        #expect(try await tenant.standing(of: "u_42", at: day(91)) == .active("active"))
    }
}
