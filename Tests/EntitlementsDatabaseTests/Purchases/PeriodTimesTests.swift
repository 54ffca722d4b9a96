import Entitlements
import TestSupport
import Testing

/// Tests each time of a purchase.
@Suite("The times of a purchase")
struct PeriodTimesTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    private func times(of purchase: JSONValue?, _ names: String...) -> [Timestamp?] {
        names.map { purchase?[$0]?.string.flatMap(Timestamp.init(rfc3339:)) }
    }

    @Test("a renewal moves the period, and keeps the first purchase and trial's end")
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

    @Test("grace moves the end of access, not the end of the period", arguments: [false, true])
    func grace(isReadBack: Bool) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(), receivedAt: TestTenant.receipt)
        try await tenant.receive(
            .billingIssue(graceExpiresAt: day(46)), receivedAt: TestTenant.receipt)
        if isReadBack {
            // The expiry in version 1 includes grace.
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

    @Test("an unpaid period known only from a snapshot has no paid end")
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

    @Test("a purchase known only from a snapshot has no original transaction")
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

    @Test("a read of the past includes what later snapshots list")
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

    @Test("a period known only from a snapshot counts for its owner")
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
