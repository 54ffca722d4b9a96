import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_notices")
struct GetNoticesTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var end: Timestamp { start.advanced(byDays: 30) }

    @Test("access that ends soon and does not renew is expiring")
    func expiring() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(expiresAt: end))
        #expect(try await tenant.notices(of: "u_42", at: end.advanced(byDays: -1)) == [])
        try await tenant.receive(.cancellation())
        #expect(try await tenant.notices(of: "u_42", at: end.advanced(byDays: -8)) == [])
        let notice = try #require(
            try await tenant.notices(of: "u_42", at: end.advanced(byDays: -6)).first)
        #expect(notice["kind"] == "expiring")
        #expect(notice["since"] == .string(end.advanced(byDays: -7).rfc3339))
        #expect(notice["until"] == .string(end.rfc3339))
        #expect(notice["data"]?["entitlement_ids"] == ["plus"])
        #expect(notice["data"]?["management_url"]?.string?.hasPrefix("https://") == true)
        let after = try await tenant.notices(of: "u_42", at: end)
        #expect(after.map { $0["kind"] } == ["ended"])
    }

    @Test("BookWish tells a cancellation at once, until the end of the period")
    func exampleTenant() async throws {
        let tenant = try await TestTenant.create(like: "bookwish")
        let product = JSONValue.string("premium_monthly")
        try await tenant.receive(
            .initialPurchase(expiresAt: end).setting("product_id", product))
        try await tenant.receive(.cancellation().setting("product_id", product))
        let notices = try await tenant.notices(of: "u_42", at: end.advanced(byDays: -15))
        #expect(notices.map { $0["kind"] } == ["expiring"])
        #expect(notices.first?["until"] == .string(end.rfc3339))
    }

    @Test("a failed payment is a billing issue, and not expiring as well")
    func billingIssue() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(expiresAt: end))
        try await tenant.receive(.billingIssue(at: end.advanced(byDays: -2)))
        let notices = try await tenant.notices(of: "u_42", at: end.advanced(byDays: -1))
        #expect(notices.map { $0["kind"] } == ["billing_issue"])
        #expect(notices.first?["severity"] == "critical")
        #expect(notices.first?["data"]?["access_ends_at"]?.string != nil)
    }

    @Test("a trial that renews is ending, and a refund is told for some days")
    func trialAndRefund() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(expiresAt: end).setting("period_type", "TRIAL"))
        let trial = try await tenant.notices(of: "u_42", at: end.advanced(byDays: -2))
        #expect(trial.map { $0["kind"] } == ["trial_ending"])
        try await tenant.receive(.refund(at: end.advanced(byDays: -2)))
        let refunded = try await tenant.notices(of: "u_42", at: end.advanced(byDays: 5))
        #expect(refunded.map { $0["kind"] } == ["refunded"])
        #expect(try await tenant.notices(of: "u_42", at: end.advanced(byDays: 40)) == [])
    }

    @Test("a joiner is told, the founder is not; those who must leave are")
    func household() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2", "u_3"])
        #expect(try await tenant.notices(of: "u_1") == [])
        #expect(try await tenant.notices(of: "u_2").map { $0["kind"] } == ["joined_household"])
        try await tenant.apply { $0.households.maxMembers = 2 }
        try await tenant.review(household)
        let leaving = try await tenant.notices(of: "u_3")
        #expect(leaving.map { $0["kind"] } == ["household_seat_ending", "joined_household"])
        #expect(leaving.first?["until"]?.string != nil)
        #expect(try await tenant.notices(of: "u_2").map { $0["kind"] } == ["joined_household"])
    }

    @Test("two members who both pay are told, until one cancels")
    func paidTwice() async throws {
        let tenant = try await TestTenant.create()
        for appUserID in ["u_1", "u_2"] {
            try await tenant.receive(
                .initialPurchase(
                    appUserID: appUserID, expiresAt: end, originalTransactionID: appUserID))
        }
        try await tenant.found("u_1", with: ["u_2", "u_3"], at: start)
        let moment = start.advanced(byDays: 10)
        for appUserID in ["u_1", "u_2"] {
            let notice = try await tenant.notices(of: appUserID, at: moment).first
            #expect(notice?["kind"] == "paid_twice")
            #expect(notice?["data"]?["purchases"]?.array?.count == 2)
        }
        #expect(try await tenant.notices(of: "u_3", at: moment) == [])
        try await tenant.receive(.cancellation(appUserID: "u_2", originalTransactionID: "u_2"))
        #expect(try await tenant.notices(of: "u_1", at: moment) == [])
    }

    @Test("a limit is near from the tenant's percentage on, once for each window")
    func limitNear() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let day: Timestamp = "2026-11-10T00:00:00Z"
        try await tenant.consume("scans", by: "u_1", 2, at: day)
        #expect(try await tenant.notices(of: "u_1", at: day) == [])
        try await tenant.consume("scans", by: "u_1", at: day)
        let first = try #require(try await tenant.notices(of: "u_1", at: day).first)
        #expect(first["kind"] == "limit_near")
        #expect(first["data"]?["used"] == 3)
        #expect(first["until"] == "2026-12-01T00:00:00.000Z")
        let later = try await tenant.notices(of: "u_1", at: day.advanced(byDays: 9)).first
        #expect(later?["notice_id"] == first["notice_id"])
        #expect(try await tenant.notices(of: "u_1", at: day.advanced(byDays: 30)) == [])
    }

    @Test("with 0 there is no such notice, and unknown and foreign app users have none")
    func none() async throws {
        let tenant = try await TestTenant.create { $0.notices.joinedHouseholdDaysAfter = 0 }
        let other = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_2"])
        for appUserID in ["u_2", "unknown"] {
            #expect(try await tenant.notices(of: appUserID) == [])
            #expect(try await other.notices(of: appUserID) == [])
        }
    }

    @Test("a repeated event and a snapshot of the same give the same notice")
    func stable() async throws {
        let tenant = try await TestTenant.create()
        let event = RevenueCatEvent.initialPurchase(expiresAt: end)
        let refund = RevenueCatEvent.refund(at: start.advanced(byDays: 3))
        let moment = start.advanced(byDays: 5)
        try await tenant.receive(event)
        try await tenant.receive(refund)
        let first = try await tenant.notices(of: "u_42", at: moment)
        try await tenant.receive(refund)
        try await tenant.receive(refund.id("again").occurring(at: start.advanced(byDays: 4)))
        let again = try await tenant.notices(of: "u_42", at: moment)
        #expect(first.count == 1)
        #expect(again.map { $0["notice_id"] } == first.map { $0["notice_id"] })
    }
}
