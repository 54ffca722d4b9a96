import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Tests that the log tells no notice as older than its cause, and tells that access ended.
@Suite("The moments of new notices")
struct NoticeMomentTests {
    private let now =
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970) * 1_000)
        ?? RevenueCatEvent.defaultPurchase

    private func days(_ count: Int64) -> Timestamp { now.advanced(byDays: count) }

    private func tenant(
        _ change: (inout TenantDefinition) -> Void = { _ in }
    ) async throws -> TestTenant {
        try await TestTenant.create {
            $0.notices.isLogged = true
            change(&$0)
        }
    }

    /// When each notice of the log happened, by its kind.
    private func moments(in tenant: TestTenant) async throws -> [String: String] {
        try await tenant.changes().filter { $0["kind"] == "notice" }.reduce(into: [:]) {
            $0[$1["after"]?["kind"]?.string ?? ""] = $1["happened_at"]?.string
        }
    }

    @Test("a payment that failed without grace has ended access, by its event")
    func unpaid() async throws {
        let tenant = try await tenant()
        let end = now.advanced(bySeconds: -7_200)
        let failed = now.advanced(bySeconds: -3_600)
        try await tenant.receive(.initialPurchase(purchasedAt: days(-30), expiresAt: end))
        #expect(try await tenant.toldNotices() == [])
        try await tenant.receive(
            .billingIssue(id: "failed", purchasedAt: days(-30), expiresAt: end, at: failed)
                .setting("grace_period_expiration_at_ms", nil))
        #expect(try await tenant.toldNotices() == ["ended u_42 event"])
        let change = try await tenant.changes().last
        #expect(change?["cause"]?["id"] == "failed")
        #expect(change?["happened_at"] == .string(failed.rfc3339))
        #expect(change?["after"]?["data"]?["reason"] == "billing_error")
        try await tenant.receive(
            .expiration(reason: "BILLING_ERROR", purchasedAt: days(-30), expiresAt: end))
        #expect(try await tenant.toldNotices().count == 1)
    }

    @Test("the clock ends what was cancelled, and tells the end as its moment")
    func clock() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database) {
                $0.notices.isLogged = true
                $0.notices.expiringDaysBefore = 0
            }
            let end = days(1)
            try await tenant.receive(.initialPurchase(purchasedAt: days(-29), expiresAt: end))
            try await tenant.receive(.cancellation(purchasedAt: days(-29), expiresAt: end))
            #expect(try await tenant.toldNotices() == [])
            // Moves the purchase into the past instead of the clock.
            _ = try await scratch.administer(
                """
                update entitlements.purchases
                   set expires_at = expires_at - interval '26 hours',
                       access_ends_at = access_ends_at - interval '26 hours';
                update entitlements.stored_answers
                   set valid_until = valid_until - interval '26 hours'
                """)
            _ = try await scratch.database.callOne(RefreshDueAnswers(maximum: 100))
            #expect(try await tenant.toldNotices() == ["ended u_42 clock"])
            #expect(
                try await moments(in: tenant)
                    == ["ended": end.advanced(bySeconds: -26 * 3_600).rfc3339])
        }
    }

    @Test("a late cancellation, a prepaid purchase and a payment taken back up")
    func events() async throws {
        let cancelled = now.advanced(bySeconds: -600)
        let late = try await tenant()
        try await late.receive(.initialPurchase(purchasedAt: days(-27), expiresAt: days(3)))
        try await late.receive(
            .cancellation(purchasedAt: days(-27), expiresAt: days(3), at: cancelled))
        #expect(try await moments(in: late) == ["expiring": cancelled.rfc3339])
        let prepaid = try await tenant()
        try await prepaid.receive(
            .initialPurchase(purchasedAt: cancelled, expiresAt: days(3))
                .setting("period_type", "PREPAID").occurring(at: cancelled))
        #expect(try await moments(in: prepaid) == ["expiring": cancelled.rfc3339])
        let again = try await tenant()
        for (product, at) in [("a", days(-20)), ("b", days(-10))] {
            try await again.receive(
                .initialPurchase(product: product, purchasedAt: at, expiresAt: days(20)))
            if product == "a" {
                try await again.receive(
                    .cancellation(
                        product: "a", purchasedAt: at, expiresAt: days(20), at: days(-15)))
            }
        }
        try await again.receive(
            .uncancellation(
                product: "a", purchasedAt: days(-20), expiresAt: days(20), at: cancelled))
        #expect(try await moments(in: again) == ["paid_twice": cancelled.rfc3339])
    }

    @Test("a snapshot's cancellation is told from its moment on")
    func snapshot() async throws {
        let tenant = try await tenant()
        let cancelled = now.advanced(bySeconds: -600)
        let bought = RevenueCatEvent.initialPurchase(purchasedAt: days(-27), expiresAt: days(3))
        try await tenant.receive(bought)
        try await tenant.add(
            TestSnapshot(at: now).listing(.like(bought).cancelled(at: cancelled)))
        #expect(try await moments(in: tenant) == ["expiring": cancelled.rfc3339])
    }

    @Test("a use, not the beginning of its window, brings a limit near; a join what is paid twice")
    func acts() async throws {
        let tenant = try await tenant { PoolTenant.rules(&$0) }
        let before = now.advanced(bySeconds: -60)
        try await tenant.consume("letters", by: "u_1", 3)
        for person in ["u_2", "u_3"] {
            try await tenant.receive(
                .initialPurchase(
                    appUserID: person, purchasedAt: days(-10), expiresAt: days(20)))
        }
        try await tenant.found("u_2", with: ["u_3"])
        let moments = try await moments(in: tenant)
        #expect(moments.keys.sorted() == ["joined_household", "limit_near", "paid_twice"])
        for (kind, moment) in moments {
            #expect(moment > before.rfc3339, "\(kind)")
        }
    }
}
