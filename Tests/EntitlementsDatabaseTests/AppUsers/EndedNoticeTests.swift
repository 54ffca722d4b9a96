import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests the notices after the end of access, and that none begins before its cause.
@Suite("Notices of an end")
struct EndedNoticeTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    private func kinds(
        of appUserID: String = "u_42", at moment: Timestamp, in tenant: TestTenant
    ) async throws -> [String] {
        try await tenant.notices(of: appUserID, at: moment).compactMap { $0["kind"]?.string }
    }

    private func reason(
        of appUserID: String = "u_42", at moment: Timestamp, in tenant: TestTenant
    ) async throws -> String? {
        let notices = try await tenant.notices(of: appUserID, at: moment)
        return notices.first { $0["kind"] == "ended" }?["data"]?["reason"]?.string
    }

    @Test("a failed payment without grace has ended access, for the tenant's days")
    func unpaid() async throws {
        let tenant = try await TestTenant.create { $0.notices.endedDaysAfter = 5 }
        try await tenant.receive(.initialPurchase(expiresAt: day(5)))
        try await tenant.receive(
            .billingIssue(expiresAt: day(5)).setting("grace_period_expiration_at_ms", nil))
        let notice = try #require(try await tenant.notices(of: "u_42", at: day(6)).first)
        #expect(notice["kind"] == "ended")
        #expect(notice["severity"] == "critical")
        #expect(notice["since"] == .string(day(5).rfc3339))
        #expect(notice["until"] == .string(day(10).rfc3339))
        #expect(notice["data"]?["reason"] == "billing_error")
        #expect(notice["data"]?["entitlement_ids"] == ["plus"])
        #expect(notice["data"]?["management_url"]?.string?.hasPrefix("https://") == true)
        #expect(try await kinds(at: day(10), in: tenant) == [])
        try await tenant.receive(.expiration(reason: "BILLING_ERROR", expiresAt: day(5)))
        let later = try await tenant.notices(of: "u_42", at: day(7)).first
        #expect(later?["notice_id"] == notice["notice_id"])
        try await tenant.receive(.renewal(purchasedAt: day(8)))
        #expect(try await kinds(at: day(9), in: tenant) == [])
    }

    @Test("grace comes first, then the end; with 0 days none")
    func grace() async throws {
        for days in [14, 0] {
            let tenant = try await TestTenant.create { $0.notices.endedDaysAfter = days }
            try await tenant.receive(.initialPurchase(expiresAt: day(5)))
            try await tenant.receive(
                .billingIssue(expiresAt: day(5), graceExpiresAt: day(8)))
            #expect(try await kinds(at: day(6), in: tenant) == ["billing_issue"])
            #expect(try await kinds(at: day(9), in: tenant) == (days == 0 ? [] : ["ended"]))
        }
    }

    @Test(
        "each reason is told, and no end that a late renewal may undo",
        arguments: [
            ("UNSUBSCRIBE", "unsubscribed"), ("BILLING_ERROR", "billing_error"),
            ("PRICE_INCREASE", "price_increase_declined"), ("UNKNOWN", "unknown"),
            ("SUBSCRIPTION_PAUSED", "paused"),
        ])
    func reasons(word: String, expected: String) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(expiresAt: day(10)))
        #expect(try await kinds(at: day(11), in: tenant) == [])
        try await tenant.receive(.expiration(reason: word, expiresAt: day(10)))
        #expect(try await reason(at: day(11), in: tenant) == expected)
        let notice = try await tenant.notices(of: "u_42", at: day(11)).first
        #expect(notice?["severity"] == (expected == "billing_error" ? "critical" : "info"))
    }

    @Test("none while other access lasts, and a refund has a notice of its own")
    func none() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(expiresAt: day(5)))
        try await tenant.receive(.cancellation(expiresAt: day(5)))
        #expect(try await kinds(at: day(6), in: tenant) == ["ended"])
        try await tenant.grant(to: "u_42", for: "P1M", at: day(4))
        #expect(try await kinds(at: day(6), in: tenant) == [])
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        try await tenant.receive(.refund(appUserID: "u_1"))
        #expect(try await kinds(of: "u_1", at: day(3), in: tenant) == ["refunded"])
    }

    @Test("a grant and a prepaid plan that ran out end without a known reason")
    func ranOut() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.grant(to: "u_1", for: "P3D", at: day(1))
        try await tenant.receive(
            .initialPurchase(appUserID: "u_2", expiresAt: day(4))
                .setting("period_type", "PREPAID").store("PLAY_STORE"))
        for appUserID in ["u_1", "u_2"] {
            #expect(try await reason(of: appUserID, at: day(5), in: tenant) == "unknown")
        }
    }

    @Test("members lose what served them: its payment failed, it moved, or they left")
    func household() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2", "u_3"], at: start)
        try await tenant.receive(.initialPurchase(appUserID: "u_1", expiresAt: day(9)))
        try await tenant.leave("u_3", household, at: day(2))
        #expect(try await reason(of: "u_3", at: day(3), in: tenant) == "left_household")
        try await tenant.receive(
            .billingIssue(appUserID: "u_1", expiresAt: day(9), graceExpiresAt: day(9)))
        let notice = try await tenant.notices(of: "u_2", at: day(10)).first
        #expect(notice?["kind"] == "ended")
        #expect(notice?["data"]?["reason"] == "billing_error")
        #expect(notice?["data"]?["source"] == "household")
        #expect(notice?["data"]?["management_url"] == .null)
        let other = try await TestTenant.create()
        try await other.receive(.initialPurchase(appUserID: "a"))
        try await other.receive(.transfer(from: ["a"], to: ["b"], at: day(2)))
        #expect(try await reason(of: "a", at: day(3), in: other) == "transferred")
        #expect(try await kinds(of: "b", at: day(3), in: other) == [])
    }

    @Test("expiring begins with what caused it: a cancellation, a purchase, a grant, a departure")
    func since() async throws {
        let tenant = try await TestTenant.create { $0.households.departureGraceDays = 2 }
        let household = try await tenant.found("u_5", with: ["u_6"], at: start)
        for appUserID in ["u_1", "u_5"] {
            try await tenant.receive(.initialPurchase(appUserID: appUserID, expiresAt: day(10)))
        }
        try await tenant.receive(
            .cancellation(appUserID: "u_1", expiresAt: day(10), at: day(8)))
        try await tenant.receive(
            .initialPurchase(appUserID: "u_2", purchasedAt: day(6), expiresAt: day(10))
                .setting("period_type", "PREPAID"))
        try await tenant.grant(to: "u_3", for: "P2D", at: day(8))
        try await tenant.receive(
            .nonRenewingPurchase(
                appUserID: "u_4", product: "pass", purchasedAt: day(7), expiresAt: day(10)))
        try await tenant.leave("u_6", household, at: day(7))
        try await tenant.receive(
            .cancellation(appUserID: "u_5", expiresAt: day(10), at: day(1)))
        for (appUserID, begin) in [
            ("u_1", day(8)), ("u_2", day(6)), ("u_3", day(8)), ("u_4", day(7)), ("u_5", day(3)),
            ("u_6", day(7)),
        ] {
            let moment = day(8).advanced(bySeconds: 3_600)
            let notice = try await tenant.notices(of: appUserID, at: moment).first {
                $0["kind"] == "expiring"
            }
            #expect(notice?["since"] == .string(begin.rfc3339), "\(appUserID)")
        }
    }

    @Test("a short trial is ending from its beginning on, and no earlier")
    func trial() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(expiresAt: day(1)).setting("period_type", "TRIAL"))
        let notice = try await tenant.notices(
            of: "u_42", at: start.advanced(bySeconds: 60)
        ).first
        #expect(notice?["kind"] == "trial_ending")
        #expect(notice?["since"] == .string(start.rfc3339))
    }
}
