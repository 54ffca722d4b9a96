import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests the effect of a snapshot on a purchase.
@Suite("Folding a snapshot")
struct SnapshotFoldTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }
    private let listed = TestSnapshot.Purchase.like(.initialPurchase())

    @Test("a snapshot replaces earlier events, and a later event counts again")
    func order() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.add(TestSnapshot(at: day(2)).listing(listed.at("expires_at", day(5))))
        #expect(try await tenant.standing(of: "u_42", at: day(4)) == .active("active"))
        #expect(try await tenant.standing(of: "u_42", at: day(6)) == .inactive("expired"))
        try await tenant.receive(
            .subscriptionExtended(expiresAt: day(50), at: day(3)), receivedAt: day(3))
        #expect(try await tenant.standing(of: "u_42", at: day(49)) == .active("active"))
    }

    @Test("a late event from before the snapshot changes nothing")
    func lateEvent() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.add(TestSnapshot(at: day(3)).listing(listed))
        try await tenant.receive(.refund(at: day(2)))
        #expect(try await tenant.standing(of: "u_42", at: day(4)) == .active("active"))
        try await tenant.receive(.refund(id: "again", at: day(5)))
        #expect(try await tenant.standing(of: "u_42", at: day(6)) == .inactive("refunded"))
    }

    @Test("a time known to the millisecond keeps its milliseconds")
    func milliseconds() async throws {
        let tenant = try await TestTenant.create()
        let exact = RevenueCatEvent.initialPurchase()
            .setting("expiration_at_ms", .integer(day(30).microsecondsSinceEpoch / 1_000 + 321))
        try await tenant.receive(exact)
        #expect(try await tenant.add(TestSnapshot(at: day(1)).listing(listed)).isEmpty)
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(2))
        #expect(plus?["expires_at"]?.string?.hasSuffix(".321Z") == true)
    }

    @Test("in version 2 gives_access decides, not the expiry")
    func givesAccess() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        let paused = listed.setting("gives_access", false)
        try await tenant.add(TestSnapshot(at: day(2)).listing(paused))
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .inactive("expired"))
        #expect(try await tenant.add(TestSnapshot(at: day(4)).listing(paused)).isEmpty)
        try await tenant.add(
            TestSnapshot(at: day(6)).listing(listed.setting("gives_access", true)))
        #expect(try await tenant.standing(of: "u_42", at: day(7)) == .active("active"))
    }

    @Test("access after the expiry without a known end lasts a day")
    func givesAccessAfterExpiry() async throws {
        let tenant = try await TestTenant.create()
        let retried = listed.setting("gives_access", true).setting("has_billing_issue", true)
        try await tenant.add(TestSnapshot(at: day(31)).listing(retried))
        let end = day(32).advanced(bySeconds: -1)
        #expect(try await tenant.standing(of: "u_42", at: end) == .active("billing_issue"))
        #expect(!(try await tenant.standing(of: "u_42", at: day(32)).isActive))
        try await tenant.receive(.billingIssue(at: day(33)), receivedAt: day(33))
        try await tenant.add(TestSnapshot(at: day(34)).listing(retried))
        #expect(try await tenant.standing(of: "u_42", at: day(45)) == .active("billing_issue"))
    }

    /// Version 2 lists states without their times.
    @Test("a cancellation or billing issue of an event stays while version 2 agrees")
    func agreesWithoutTimes() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.cancellation(at: day(1)), receivedAt: day(1))
        let running = listed.setting("gives_access", true)
        let cancelled = running.setting("is_cancelled", true).setting("will_renew", false)
        #expect(try await tenant.add(TestSnapshot(at: day(2)).listing(cancelled)).isEmpty)
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .active("cancelled"))
        // Missing fields keep the known state.
        let silent = running.setting("will_renew", false)
        #expect(try await tenant.add(TestSnapshot(at: day(4)).listing(silent)).isEmpty)
        try await tenant.add(
            TestSnapshot(at: day(5)).listing(running.setting("is_cancelled", false)))
        #expect(try await tenant.standing(of: "u_42", at: day(6)) == .active("active"))
        try await tenant.receive(.billingIssue(at: day(7)), receivedAt: day(7))
        let unpaid = running.setting("has_billing_issue", true).setting("will_renew", false)
        #expect(try await tenant.add(TestSnapshot(at: day(8)).listing(unpaid)).isEmpty)
        #expect(try await tenant.standing(of: "u_42", at: day(9)) == .active("billing_issue"))
        let paid = running.setting("is_cancelled", false).setting("has_billing_issue", false)
        try await tenant.add(TestSnapshot(at: day(10)).listing(paid))
        #expect(try await tenant.standing(of: "u_42", at: day(11)) == .active("active"))
    }

    @Test("an unpaid subscription does not renew, by event or snapshot")
    func unpaidDoesNotRenew() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        let unpaidEvent = RevenueCatEvent.billingIssue(at: day(1))
            .setting("grace_period_expiration_at_ms", nil)
        try await tenant.receive(unpaidEvent, receivedAt: day(1))
        let unpaid = try await tenant.entitlement("plus", of: "u_42", at: day(2))
        #expect(unpaid?["will_renew"] == false)
        let read = listed.at("billing_issue_at", day(1)).setting("will_renew", false)
        #expect(try await tenant.add(TestSnapshot(at: day(3)).listing(read)).isEmpty)
        try await tenant.receive(.uncancellation(at: day(4)), receivedAt: day(4))
        let wished = try await tenant.entitlement("plus", of: "u_42", at: day(5))
        #expect(wished?["will_renew"] == false)
    }

    /// Version 2 lists an upgrade of one store transaction as two subscriptions.
    @Test("two entries of one transaction are one purchase")
    func twice() async throws {
        let tenant = try await TestTenant.create()
        let once = listed.setting("gives_access", true)
        let ended = once.setting("gives_access", false).at("expires_at", day(1))
        for entries in [[once, once], [ended, once], [once, ended]] {
            try await tenant.add(TestSnapshot(at: day(2)).listing(entries))
            #expect(try await tenant.standing(of: "u_42", at: day(3)) == .active("active"))
        }
        let people = (1...4).map { person in
            TestSnapshot(of: "u_\(person)", at: day(3)).listing(
                [once, ended].map { $0.setting("transaction_id", .string("t \(person)")) })
        }
        let rows = try await tenant.addAll(people.map(\.json), receivedAt: day(3))
        #expect(Set(rows.map(\.outcome)) == ["read"])
        #expect(try await tenant.standing(of: "u_4", at: day(4)) == .active("active"))
    }

    @Test("a one-time purchase is refunded by version 2's entry or by absence")
    func refundedOnce() async throws {
        let lifetime = RevenueCatEvent.nonRenewingPurchase(product: "lifetime")
        let refunds = [
            TestSnapshot(at: day(2)),
            TestSnapshot(at: day(2)).listing(.like(lifetime).setting("gives_access", false)),
            TestSnapshot(at: day(2)).listing(.like(lifetime).at("refunded_at", day(2))),
        ]
        for snapshot in refunds {
            let tenant = try await TestTenant.create()
            try await tenant.receive(lifetime)
            let drift = try await tenant.add(snapshot)
            #expect(drift.map(\.accessAffected) == [true])
            #expect(try await tenant.standing(of: "u_42", at: day(3)) == .inactive("refunded"))
            var again = snapshot
            again.readAt = day(5)
            #expect(try await tenant.add(again).isEmpty)
        }
    }

    @Test("of two one-time purchases only the unlisted one was refunded")
    func oneOfTwo() async throws {
        let tenant = try await TestTenant.create()
        let first = RevenueCatEvent.nonRenewingPurchase(product: "coins")
        let second = RevenueCatEvent.nonRenewingPurchase(product: "coins", purchasedAt: day(1))
        try await tenant.receive(first)
        try await tenant.receive(second)
        let drift = try await tenant.add(TestSnapshot(at: day(2)).listing(.like(second)))
        #expect(drift.map(\.cause) == ["refund_without_event"])
        #expect(drift.map(\.accessAffected) == [false])
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .active("lifetime"))
    }

    @Test("an unlisted one-time purchase is refunded even if its event comes later")
    func lateLifetime() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.add(TestSnapshot(at: day(2)))
        try await tenant.receive(.nonRenewingPurchase(product: "lifetime"))
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .inactive("refunded"))
    }

    @Test("an unlisted grant has ended")
    func grant() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.promotionalGrant())
        try await tenant.add(TestSnapshot(at: day(2)))
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .inactive("expired"))
    }

    @Test("a grant without entitlements is named by its product")
    func unnamedGrant() async throws {
        let grant = TestSnapshot.Purchase.like(.promotionalGrant())
            .setting("entitlement_ids", nil)
        for (product, isGranted) in [
            ("rc_promo_plus_lifetime", true), ("rc_promo_plus_47_day", true),
            ("rc_promo_surplus_lifetime", false), ("rc_promo_plus", false),
            ("promo_plus_lifetime", false),
        ] {
            let tenant = try await TestTenant.create()
            try await tenant.add(
                TestSnapshot(at: day(2)).listing(grant.setting("product_id", .string(product))))
            let standing = try await tenant.standing(of: "u_42", at: day(3))
            #expect(standing == (isGranted ? .active("granted") : .none), "\(product)")
        }
    }

    @Test("a grant's product matches the longest entitlement name")
    func namesAlike() async throws {
        let tenant = try await TestTenant.create {
            var longer = $0.entitlements[0]
            longer.id = EntitlementID(unchecked: "plus_family")
            longer.rank += 1
            $0.entitlements.append(longer)
        }
        let grant = TestSnapshot.Purchase.like(.promotionalGrant())
            .setting("entitlement_ids", nil).setting("product_id", "rc_promo_plus_family_yearly")
        try await tenant.add(TestSnapshot(at: day(2)).listing(grant))
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .none)
        let longer = try await tenant.entitlement("plus_family", of: "u_42", at: day(3))
        #expect(longer?["is_active"] == true)
    }

    @Test("a store outage's grant is never listed, and ends by itself")
    func outage() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.temporaryEntitlementGrant(product: "stockpot_plus_monthly"))
        let soon = bought.advanced(bySeconds: 3_600)
        #expect(try await tenant.add(TestSnapshot(at: soon)).isEmpty)
        #expect(
            try await tenant.standing(of: "u_42", at: soon.advanced(bySeconds: 60)).isActive)
        #expect(!(try await tenant.standing(of: "u_42", at: day(2)).isActive))
    }

    @Test("sandbox entries give no production access, and are dropped if ignored")
    func sandbox() async throws {
        for isIgnored in [false, true] {
            let tenant = try await TestTenant.create {
                $0.sandbox = isIgnored ? .ignore : .accept
            }
            try await tenant.add(
                TestSnapshot(at: day(1)).listing(listed.setting("environment", "sandbox")))
            #expect(try await tenant.standing(of: "u_42", at: day(2)) == .none)
            let inSandbox = try await tenant.standing(
                of: "u_42", environment: "sandbox", at: day(2))
            #expect(inSandbox == (isIgnored ? .none : .active("active")))
        }
    }

    @Test("a period charged ahead is active before its start")
    func chargedAhead() async throws {
        let later = RevenueCatEvent.renewal(purchasedAt: day(30), expiresAt: day(60))
        let sooner = TestSnapshot.Purchase.like(later).at("purchased_at", day(0))
        // Version 1 lists only the time of the first purchase for the running period.
        let since = TestSnapshot.Purchase.like(later).at("original_purchased_at", day(-30))
        for listed in [sooner, since] {
            let tenant = try await TestTenant.create()
            try await tenant.receive(
                later.occurring(at: day(29)), receivedAt: day(29))
            #expect(try await !tenant.standing(of: "u_42", at: day(29)).isActive)
            let snapshot = TestSnapshot(at: day(29).advanced(bySeconds: 60)).listing(listed)
            try await tenant.add(snapshot)
            #expect(
                try await tenant.standing(of: "u_42", at: day(29).advanced(bySeconds: 120))
                    == .active("active"))
            #expect(try await tenant.standing(of: "u_42", at: day(59)) == .active("active"))
        }
    }

    @Test("an ended entry does not end another subscription to its product")
    func deadEntry() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.renewal())
        let dead = TestSnapshot.Purchase.like(
            .initialPurchase(expiresAt: day(10), originalTransactionID: "the one before"))
        try await tenant.add(
            TestSnapshot(at: day(31)).listing(dead, .like(.renewal())))
        #expect(try await tenant.standing(of: "u_42", at: day(40)) == .active("active"))
    }

    @Test(
        "a refunded period does not hide the running period before it",
        arguments: [true, false])
    func refundedPeriod(isVersion1: Bool) async throws {
        let tenant = try await TestTenant.create()
        let again = RevenueCatEvent.renewal(
            product: "stockpot_plus_annual", purchasedAt: day(5), expiresAt: day(90),
            originalTransactionID: "one chain")
        let bought = RevenueCatEvent.initialPurchase(
            expiresAt: "2999-01-01T00:00:00Z", originalTransactionID: "one chain")
        try await tenant.receive(bought)
        try await tenant.receive(again, receivedAt: day(5))
        try await tenant.receive(
            .refund(
                product: "stockpot_plus_annual", purchasedAt: day(5), at: day(6),
                originalTransactionID: "one chain"), receivedAt: day(6))
        #expect(try await tenant.standing(of: "u_42", at: day(7)) == .inactive("refunded"))
        let first = TestSnapshot.Purchase.like(bought)
            .setting("gives_access", isVersion1 ? nil : true)
        let second = TestSnapshot.Purchase.like(again).refunded(at: day(6))
            .setting("gives_access", isVersion1 ? nil : false)
        let snapshot = TestSnapshot(at: day(7)).listing(second, first)
        #expect(try await tenant.add(snapshot).map(\.accessAffected) == [true])
        #expect(try await tenant.standing(of: "u_42", at: day(8)) == .active("active"))
        #expect(try await !tenant.standing(of: "u_42", at: "2999-01-02T00:00:00Z").isActive)
    }
}
