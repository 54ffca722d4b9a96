import Entitlements
import TestSupport
import Testing

/// Version 1 lists the end of a grace period also after the payment.
@Suite("The end of grace counts only while a payment is missing")
struct GracePeriodTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    @Test(
        "a grace period of the past is shown to no one after the payment",
        arguments: [true, false])
    func paid(isTold: Bool) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_42", with: ["member"], at: bought)
        let renewal = RevenueCatEvent.renewal(purchasedAt: day(33))
        if isTold {
            for event in [.initialPurchase(), .billingIssue(), renewal] {
                try await tenant.receive(event, receivedAt: day(33))
            }
        }
        try await tenant.add(
            TestSnapshot(at: day(50)).listing(
                .like(renewal).at("original_purchased_at", bought)
                    .at("grace_expires_at", day(46))))
        for appUserID in ["u_42", "member"] {
            let plus = try await tenant.entitlement("plus", of: appUserID, at: day(51))
            #expect(plus?["status"] == "active")
            #expect(plus?["expires_at"] == .string(day(63).rfc3339))
            #expect(plus?["source"]?["grace_period_ends_at"]?.isNull == true)
        }
        let person = try await tenant.person("u_42", at: day(51))
        let told = person?["subscriptions"]?.array?.first
        #expect(told?["grace_period_ends_at"]?.isNull == true)
        #expect(told?["current_period_ends_at"] == .string(day(63).rfc3339))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a running grace period is shown")
    func unpaid() async throws {
        let tenant = try await TestTenant.create()
        let listed = TestSnapshot.Purchase.like(.initialPurchase()).cancelled(at: day(30))
            .at("billing_issue_at", day(30)).at("expires_at", day(46))
            .at("grace_expires_at", day(46))
        try await tenant.add(TestSnapshot(at: day(35)).listing(listed))
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(36))
        #expect(plus?["source"]?["grace_period_ends_at"] == .string(day(46).rfc3339))
    }
}
