import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Tests that no notice tells an end of access that another source outlasts.
@Suite("Notices about what other access covers")
struct CoveredNoticeTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    /// A monthly subscription whose payment failed on day 5, with grace until day 20.
    private func unpaid(_ tenant: TestTenant, by appUserID: String = "u_42") async throws {
        try await tenant.receive(.initialPurchase(appUserID: appUserID, expiresAt: day(5)))
        try await tenant.receive(
            .billingIssue(appUserID: appUserID, expiresAt: day(5), graceExpiresAt: day(20)))
    }

    private func kinds(
        of appUserID: String = "u_42", at moment: Timestamp, in tenant: TestTenant
    ) async throws -> [String] {
        try await tenant.notices(of: appUserID, at: moment).compactMap { $0["kind"]?.string }
    }

    private func lifetime(of appUserID: String = "u_42") -> RevenueCatEvent {
        .nonRenewingPurchase(appUserID: appUserID, product: "plus_lifetime", purchasedAt: day(2))
    }

    /// A grant of fifteen days, known before it begins.
    private func following(at begin: Timestamp, announcedAt told: Timestamp) -> RevenueCatEvent {
        .promotionalGrant(purchasedAt: begin, expiresAt: begin.advanced(byDays: 15))
            .occurring(at: told)
    }

    @Test("a lifetime purchase: no failed payment, but paid twice while both run", arguments: 0...1)
    func lifetime(order: Int) async throws {
        let tenant = try await TestTenant.create()
        if order == 0 { try await tenant.receive(lifetime()) }
        try await unpaid(tenant)
        if order == 1 { try await tenant.receive(lifetime()) }
        let notices = try await tenant.notices(of: "u_42", at: day(6))
        #expect(notices.map { $0["kind"] } == ["paid_twice"])
        #expect(notices.first?["since"] == .string(day(2).rfc3339))
        #expect(notices.first?["data"]?["purchases"]?.array?.count == 2)
        #expect(try await kinds(at: day(21), in: tenant) == [])
    }

    @Test("a renewing subscription beside a lifetime purchase is paid twice, until it is cancelled")
    func renewing() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        #expect(try await kinds(at: day(1), in: tenant) == [])
        try await tenant.receive(lifetime())
        #expect(try await kinds(at: day(3), in: tenant) == ["paid_twice"])
        try await tenant.receive(.cancellation(at: day(4)))
        #expect(try await kinds(at: day(29), in: tenant) == [])
        #expect(try await kinds(at: day(31), in: tenant) == [])
    }

    @Test("a purchase that was refunded, or bought to be spent, covers nothing")
    func uncovered() async throws {
        let tenant = try await TestTenant.create()
        try await unpaid(tenant)
        try await tenant.receive(lifetime())
        try await tenant.receive(
            .refund(product: "plus_lifetime", purchasedAt: day(2), at: day(3))
                .transaction("t", original: lifetime().fields["transaction_id"]?.string))
        #expect(try await kinds(at: day(6), in: tenant) == ["billing_issue", "refunded"])
        try await tenant.receive(
            .nonRenewingPurchase(product: "coins", purchasedAt: day(4)).entitlements([]))
        #expect(try await kinds(at: day(6), in: tenant) == ["billing_issue", "refunded"])
    }

    @Test("grants cover, and nobody has paid for them")
    func granted() async throws {
        for isPromotional in [true, false] {
            let tenant = try await TestTenant.create()
            try await unpaid(tenant)
            if isPromotional {
                try await tenant.receive(
                    .promotionalGrant(purchasedAt: day(2)).setting("expiration_at_ms", nil))
            } else {
                try await tenant.grant(to: "u_42", at: day(2))
            }
            #expect(try await kinds(at: day(6), in: tenant) == [], "\(isPromotional)")
        }
    }

    @Test("a grant that ends before the grace does not cover it; one that follows does")
    func shortGrants() async throws {
        let tenant = try await TestTenant.create()
        try await unpaid(tenant)
        try await tenant.grant(to: "u_42", for: "P7D", at: day(2))
        #expect(try await kinds(at: day(6), in: tenant) == ["billing_issue"])
        try await tenant.receive(following(at: day(20), announcedAt: day(6)))
        #expect(try await kinds(at: day(7), in: tenant) == [])
    }

    @Test("a household member's lifetime purchase covers the others, who pay for nothing")
    func household() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(lifetime(of: "u_1"))
        try await tenant.found("u_1", with: ["u_2"], at: day(3))
        try await unpaid(tenant, by: "u_2")
        let notices = try await tenant.notices(of: "u_2", at: day(6))
        #expect(notices.map { $0["kind"] } == ["paid_twice", "joined_household"])
        #expect(notices.first?["severity"] == "warning")
        // The member alone can stop the second payment.
        #expect(try await kinds(of: "u_1", at: day(6), in: tenant) == [])
    }

    @Test("another product of the catalog covers by what it implies, and what it lacks still ends")
    func partly() async throws {
        let tenant = try await TestTenant.create(like: "yapmate")
        for (product, entitlement) in [("monthly", "pro"), ("yearly", "trade")] {
            try await tenant.receive(
                .initialPurchase(product: product, expiresAt: day(5)).entitlements([entitlement]))
            try await tenant.receive(
                .billingIssue(product: product, expiresAt: day(5), graceExpiresAt: day(20))
                    .entitlements([entitlement]))
        }
        let trade = lifetime().entitlements(["trade"])
        try await tenant.receive(lifetime().entitlements(["pro"]))
        let partly = try await tenant.notices(of: "u_42", at: day(6))
        #expect(
            partly.filter { $0["kind"] == "billing_issue" }.map { $0["data"]?["product_id"] }
                == ["yearly"])
        try await tenant.receive(trade.transaction("other", original: "other"))
        #expect(Set(try await kinds(at: day(6), in: tenant)) == ["paid_twice"])
    }

    @Test("a cancelled subscription expires unless another renews, lasts, or follows")
    func expiring() async throws {
        for cover in ["none", "lifetime", "renewing", "following"] {
            let tenant = try await TestTenant.create()
            try await tenant.receive(.initialPurchase())
            try await tenant.receive(.cancellation())
            switch cover {
            case "lifetime": try await tenant.receive(lifetime())
            case "renewing":
                try await tenant.receive(
                    .initialPurchase(
                        product: "plus_weekly", purchasedAt: day(22), expiresAt: day(29)))
            case "following":
                try await tenant.receive(following(at: day(30), announcedAt: day(3)))
            default: break
            }
            #expect(
                try await kinds(at: day(25), in: tenant) == (cover == "none" ? ["expiring"] : []),
                "\(cover)")
        }
    }

    @Test("what follows without a gap expires in its turn")
    func following() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.cancellation())
        try await tenant.receive(following(at: day(30), announcedAt: day(3)))
        let notice = try await tenant.notices(of: "u_42", at: day(38)).first
        #expect(notice?["kind"] == "expiring")
        #expect(notice?["until"] == .string(day(45).rfc3339))
        #expect(notice?["data"]?["source"] == "grant")
    }

    @Test("the change log has paid_twice for a lifetime purchase, and no failed payment")
    func logged() async throws {
        let tenant = try await TestTenant.create { $0.notices.isLogged = true }
        let now = try #require(
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970) * 1_000))
        let bought = now.advanced(byDays: -20)
        try await tenant.receive(
            .initialPurchase(purchasedAt: bought, expiresAt: now.advanced(byDays: -1)))
        try await tenant.receive(
            .nonRenewingPurchase(
                id: "for ever", product: "plus_lifetime", purchasedAt: now.advanced(byDays: -10)))
        try await tenant.receive(
            .billingIssue(
                purchasedAt: bought, expiresAt: now.advanced(byDays: -1),
                graceExpiresAt: now.advanced(byDays: 10)))
        #expect(try await tenant.toldNotices() == ["paid_twice u_42 event"])
        let change = try await tenant.changes().first { $0["kind"] == "notice" }
        #expect(change?["cause"]?["id"]?.string != nil)
    }
}
