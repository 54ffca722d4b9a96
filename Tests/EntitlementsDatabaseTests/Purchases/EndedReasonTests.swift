import Entitlements
import TestSupport
import Testing

/// Tests the reason for the end of access, from events and snapshots.
@Suite("The reason of an end")
struct EndedReasonTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    private func reason(
        of appUserID: String = "u_42", at moment: Timestamp, in tenant: TestTenant
    ) async throws -> String? {
        try await tenant.entitlement("plus", of: appUserID, at: moment)?["ended_reason"]?.string
    }

    @Test("active access has no reason, and an unexplained end is unknown")
    func none() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        #expect(try await reason(at: day(1), in: tenant) == nil)
        #expect(try await reason(at: day(30), in: tenant) == "unknown")
    }

    @Test(
        "an expiration's reason is translated",
        arguments: [
            ("UNSUBSCRIBE", "unsubscribed"), ("BILLING_ERROR", "billing_error"),
            ("PRICE_INCREASE", "price_increase_declined"), ("CUSTOMER_SUPPORT", "refunded"),
            ("DEVELOPER_INITIATED", "developer_initiated"), ("UNKNOWN", "unknown"),
            ("A_WORD_OF_TOMORROW", "unknown"),
        ])
    func expired(word: String, reason expected: String) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.expiration(reason: word))
        #expect(try await reason(at: day(31), in: tenant) == expected)
        let ended = try await tenant.first(at: day(31))
        #expect(ended?["ended_reason"]?.string == expected)
    }

    @Test("a failed first charge ends a trial with billing_error")
    func billing() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(expiresAt: day(7)).asTrial)
        try await tenant.receive(
            .billingIssue(expiresAt: day(7), graceExpiresAt: day(10)).asTrial)
        #expect(try await reason(at: day(8), in: tenant) == nil)
        #expect(try await reason(at: day(11), in: tenant) == "billing_error")
        try await tenant.receive(
            .expiration(reason: "BILLING_ERROR", expiresAt: day(7), at: day(10)).asTrial)
        #expect(try await tenant.standing(of: "u_42", at: day(11)) == .inactive("expired"))
        #expect(try await reason(at: day(11), in: tenant) == "billing_error")
        try await tenant.receive(.renewal(purchasedAt: day(12)))
        #expect(try await reason(at: day(13), in: tenant) == nil)
        #expect(try await reason(at: day(43), in: tenant) == "unknown")
    }

    @Test("a cancellation is the reason unless taken back; a refund outweighs it")
    func cancelled() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.cancellation(reason: "PRICE_INCREASE"))
        #expect(try await reason(at: day(31), in: tenant) == "price_increase_declined")
        try await tenant.receive(.uncancellation())
        #expect(try await reason(at: day(31), in: tenant) == "unknown")
        try await tenant.receive(.refund(at: day(4)))
        #expect(try await reason(at: day(5), in: tenant) == "refunded")
    }

    @Test("the previous owner's purchase ends with the reason transferred")
    func transferred() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "a"), receivedAt: TestTenant.receipt)
        try await tenant.receive(
            .transfer(from: ["a"], to: ["b"], at: day(2)), receivedAt: TestTenant.receipt)
        #expect(try await reason(of: "a", at: day(1), in: tenant) == nil)
        let lost = try await tenant.entitlement("plus", of: "a", at: day(3))
        #expect(lost?["is_active"] == false)
        #expect(lost?["ended_reason"] == "transferred")
        #expect(lost?["expires_at"] == .string(day(2).rfc3339))
        #expect(lost?["source"]?["app_user_id"] == "a")
        #expect(try await reason(of: "b", at: day(3), in: tenant) == nil)
        #expect(try await tenant.person("a")?["subscriptions"] == .array([]))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a member who leaves a household loses access with the reason left_household")
    func left() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: bought)
        try await tenant.receive(.initialPurchase(appUserID: "u_1"), receivedAt: TestTenant.receipt)
        try await tenant.leave("u_2", household, at: day(3))
        #expect(try await reason(of: "u_2", at: day(4), in: tenant) == "left_household")
    }

    @Test("a snapshot keeps an event's reason while they agree")
    func snapshot() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(), receivedAt: TestTenant.receipt)
        try await tenant.receive(
            .cancellation(reason: "PRICE_INCREASE"), receivedAt: TestTenant.receipt)
        let listed = TestSnapshot.Purchase.like(.initialPurchase())
        try await tenant.add(
            TestSnapshot(at: day(2)).listing(listed.cancelled(at: day(1))))
        #expect(try await reason(at: day(31), in: tenant) == "price_increase_declined")
        try await tenant.add(TestSnapshot(at: day(3)).listing(listed))
        #expect(try await reason(at: day(31), in: tenant) == "unknown")
        try await tenant.add(
            TestSnapshot(at: day(4)).listing(
                listed.at("billing_issue_at", day(4)).setting("will_renew", false)))
        #expect(try await reason(at: day(31), in: tenant) == "billing_error")
        #expect(try await tenant.invariantViolations() == [])
    }
}
