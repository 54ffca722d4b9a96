import Entitlements
import TestSupport
import Testing

/// The times of a purchase, each under a name of its own.
@Suite("The times of a purchase")
struct PeriodTimesTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    private func times(of purchase: JSONValue?, _ names: String...) -> [Timestamp?] {
        names.map { purchase?[$0]?.string.flatMap(Timestamp.init(rfc3339:)) }
    }

    @Test("the first purchase stays, the period moves, and a trial's end stays after conversion")
    func conversion() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(expiresAt: day(7)).asTrial)
        try await tenant.receive(.renewal(purchasedAt: day(7)))
        let paid = try await tenant.first(at: day(8))
        #expect(
            times(
                of: paid, "first_purchased_at", "current_period_started_at",
                "current_period_ends_at", "trial_ends_at", "access_ends_at")
                == [bought, day(7), day(37), day(7), day(37)])
        let source = try await tenant.entitlement("plus", of: "u_42", at: day(8))?["source"]
        #expect(
            times(
                of: source, "current_period_started_at", "current_period_ends_at",
                "trial_ends_at") == [day(7), day(37), day(7)])
        let chain = RevenueCatEvent.renewal(purchasedAt: day(7)).fields["original_transaction_id"]
        #expect(chain != nil && paid?["original_transaction_id"] == chain)
    }

    @Test("grace moves the end of access, and not that of the period", arguments: [false, true])
    func grace(isReadBack: Bool) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(), receivedAt: TestTenant.receipt)
        try await tenant.receive(
            .billingIssue(graceExpiresAt: day(46)), receivedAt: TestTenant.receipt)
        if isReadBack {
            // The expiry of version 1 contains grace.
            try await tenant.add(
                TestSnapshot(at: day(31)).listing(
                    .like(.initialPurchase(expiresAt: day(46)))
                        .at("grace_expires_at", day(46)).at("billing_issue_at", day(30))
                        .setting("will_renew", false)))
        }
        let names = ["current_period_ends_at", "grace_period_ends_at", "access_ends_at"]
        let unpaid = try await tenant.first(at: day(32))
        #expect(unpaid?["status"] == "billing_issue")
        #expect(
            names.map { unpaid?[$0] }
                == [day(30), day(46), day(46)].map { .string($0.rfc3339) })
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(32))
        #expect(plus?["expires_at"] == .string(day(46).rfc3339))
        #expect(plus?["source"]?["current_period_ends_at"] == .string(day(30).rfc3339))
        #expect(plus?["source"]?["grace_period_ends_at"] == .string(day(46).rfc3339))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("of an unpaid period that only a snapshot told of, the paid end is not known")
    func unknownEnd() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.add(
            TestSnapshot(at: day(31)).listing(
                .like(.initialPurchase(expiresAt: day(46)))
                    .at("grace_expires_at", day(46)).at("billing_issue_at", day(30))))
        let unpaid = try await tenant.first(at: day(32))
        #expect(unpaid?["current_period_ends_at"] == .null)
        #expect(unpaid?["access_ends_at"] == .string(day(46).rfc3339))
    }

    @Test("a purchase that only a snapshot told of has no original transaction")
    func unnamed() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.add(
            TestSnapshot(at: day(1)).listing(
                .like(.renewal(purchasedAt: day(0))).at("original_purchased_at", day(-90))))
        let listed = try await tenant.first(at: day(2))
        #expect(listed?["original_transaction_id"] == .null)
        #expect(listed?["transaction_id"]?.string != nil)
        #expect(
            times(of: listed, "first_purchased_at", "current_period_started_at")
                == [day(-90), day(0)])
    }

    @Test("an answer about a past moment knows what a snapshot told later")
    func past() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.add(
            TestSnapshot(at: day(10)).listing(
                .like(.renewal(purchasedAt: bought)).at("original_purchased_at", day(-90))))
        #expect(try await tenant.standing(of: "u_42", at: day(5)) == .active("active"))
        #expect(try await tenant.standing(of: "u_42", at: bought) == .active("active"))
        #expect(
            try await tenant.standing(of: "u_42", at: bought.advanced(bySeconds: -1)) == .none)
    }

    @Test("a period between two that events told of counts as the snapshot told it, for its owner")
    func gap() async throws {
        let tenant = try await TestTenant.create()
        let bought = self.day(-150)
        let day = { bought.advanced(byDays: $0) }
        try await tenant.receive(
            .initialPurchase(appUserID: "a", purchasedAt: bought), receivedAt: TestTenant.receipt)
        try await tenant.add(
            TestSnapshot(of: "a", at: day(75)).listing(
                .like(.renewal(appUserID: "a", purchasedAt: day(60)))
                    .at("original_purchased_at", bought)))
        try await tenant.receive(
            .transfer(from: ["a"], to: ["b"], at: day(80)), receivedAt: TestTenant.receipt)
        #expect(try await tenant.standing(of: "a", at: day(29)) == .active("active"))
        #expect(try await tenant.standing(of: "a", at: day(45)) == .inactive("expired"))
        #expect(try await tenant.standing(of: "a", at: day(65)) == .active("active"))
        #expect(try await tenant.standing(of: "b", at: day(65)) == .none)
    }
}
