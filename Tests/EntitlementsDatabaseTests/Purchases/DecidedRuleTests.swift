import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// What an event means where RevenueCat's documentation leaves room (decision 0156).
@Suite("Family shares, lifetime purchases, pauses and pending payments")
struct DecidedRuleTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    @Test(
        "a family member whose family stops sharing was refunded nothing",
        arguments: ["CUSTOMER_SUPPORT", "UNKNOWN"], [true, false])
    func familyStops(reason: String, hasExpiration: Bool) async throws {
        let tenant = try await TestTenant.create()
        let price: JSONValue = reason == "UNKNOWN" ? -0.01 : 0
        var events = [
            RevenueCatEvent.initialPurchase().asFamilyShare,
            RevenueCatEvent.cancellation(reason: reason, price: price, at: day(5)).asFamilyShare,
        ]
        if hasExpiration {
            events.append(
                RevenueCatEvent.expiration(reason: reason, expiresAt: day(5), at: day(5))
                    .asFamilyShare)
        }
        for event in events.reversed() { try await tenant.receive(event, receivedAt: day(60)) }
        #expect(try await tenant.standing(of: "u_42", at: day(4)).isActive)
        #expect(try await tenant.standing(of: "u_42", at: day(6)) == .inactive("expired"))
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(6))
        #expect(plus?["ended_reason"] == "unknown")
        let kinds = try await tenant.notices(of: "u_42", at: day(6)).map { $0["kind"] }
        #expect(!kinds.contains("refunded"))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a family that shares again gives access again")
    func familyGoesOn() async throws {
        let tenant = try await TestTenant.create()
        for event in [
            RevenueCatEvent.initialPurchase(), .refund(at: day(5)), .refundReversed(at: day(6)),
        ] { try await tenant.receive(event.asFamilyShare, receivedAt: day(60)) }
        #expect(try await tenant.standing(of: "u_42", at: day(7)) == .active("active"))
    }

    @Test("a reading of a family's share tells of no refund either", arguments: [true, false])
    func readFamily(isListed: Bool) async throws {
        let tenant = try await TestTenant.create(like: "digero")
        let lifetime = RevenueCatEvent.nonRenewingPurchase(product: "digero_premium_lifetime")
            .asFamilyShare
        try await tenant.receive(lifetime, receivedAt: day(60))
        var snapshot = TestSnapshot(at: day(5))
        if isListed {
            snapshot = snapshot.listing(.like(lifetime).setting("gives_access", false))
        }
        try await tenant.add(snapshot)
        #expect(
            try await tenant.standing(of: "u_42", "premium", at: day(6)) == .inactive("expired"))
    }

    @Test("a lifetime purchase goes on after an EXPIRATION that is no refund")
    func lifetime() async throws {
        let tenant = try await TestTenant.create(like: "digero")
        let product = "digero_premium_lifetime"
        let events = [
            RevenueCatEvent.nonRenewingPurchase(product: product, originalTransactionID: "1"),
            .expiration(product: product, reason: "UNKNOWN", originalTransactionID: "1"),
            .expiration(
                product: product, at: day(41), originalTransactionID: "1"
            ).setting("expiration_at_ms", nil),
        ]
        for event in events.reversed() { try await tenant.receive(event, receivedAt: day(60)) }
        #expect(
            try await tenant.standing(of: "u_42", "premium", at: day(50)) == .active("lifetime"))
        try await tenant.receive(
            .expiration(
                product: product, reason: "CUSTOMER_SUPPORT", at: day(51),
                originalTransactionID: "1"))
        #expect(
            try await tenant.standing(of: "u_42", "premium", at: day(52)) == .inactive("refunded"))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a family's share of a lifetime purchase, and a grant for ever, end with an EXPIRATION")
    func othersForEver() async throws {
        let tenant = try await TestTenant.create(like: "digero")
        let lifetime = RevenueCatEvent.nonRenewingPurchase(
            product: "digero_premium_lifetime", originalTransactionID: "1")
        for kind in [lifetime.asFamilyShare, lifetime.store("PROMOTIONAL")] {
            try await tenant.receive(kind.transaction("\(kind)", original: "\(kind)"))
            try await tenant.receive(
                kind.setting("type", "EXPIRATION").setting("expiration_reason", "UNKNOWN")
                    .transaction("\(kind)", original: "\(kind)").occurring(at: day(5)))
        }
        #expect(
            try await tenant.standing(of: "u_42", "premium", at: day(6)) == .inactive("expired"))
    }

    @Test("an UNCANCELLATION takes an announced pause back, and not one that runs")
    func pause() async throws {
        let tenant = try await TestTenant.create()
        let events = [
            RevenueCatEvent.initialPurchase().store("PLAY_STORE"),
            .subscriptionPaused(resumesAt: day(60)),
            RevenueCatEvent.uncancellation(at: day(7)).store("PLAY_STORE"),
        ]
        for event in events.reversed() { try await tenant.receive(event, receivedAt: day(60)) }
        #expect(try await tenant.standing(of: "u_42", at: day(6)) == .active("paused"))
        #expect(try await tenant.standing(of: "u_42", at: day(8)) == .active("active"))
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(8))
        #expect(plus?["will_renew"] == true)
        let later = [
            RevenueCatEvent.subscriptionPaused(resumesAt: day(60), at: day(9)),
            RevenueCatEvent.uncancellation(at: day(31)).store("PLAY_STORE"),
        ]
        for event in later { try await tenant.receive(event, receivedAt: day(60)) }
        #expect(try await tenant.standing(of: "u_42", at: day(32)) == .inactive("paused"))
    }

    @Test("a first payment that is still to come is not over")
    func pending() async throws {
        let tenant = try await TestTenant.create()
        let first = RevenueCatEvent.initialPurchase()
        let entry = TestSnapshot.Purchase.like(first).setting("gives_access", false)
        try await tenant.add(TestSnapshot(at: day(1)).listing(entry.setting("is_pending", true)))
        let answer = try await tenant.entitlements(of: "u_42", at: day(2))
        #expect(answer["subscription_status"] == "none")
        #expect(try await tenant.standing(of: "u_42", at: day(2)) == .none)
        #expect(try await tenant.notices(of: "u_42", at: day(2)) == [])
        try await tenant.receive(first, receivedAt: day(3))
        try await tenant.add(
            TestSnapshot(at: day(4)).listing(entry.setting("gives_access", true)))
        #expect(try await tenant.standing(of: "u_42", at: day(5)) == .active("active"))
        // What has begun is not pending any more.
        try await tenant.add(
            TestSnapshot(at: day(20)).listing(
                entry.setting("is_pending", true)))
        #expect(try await tenant.standing(of: "u_42", at: day(21)) == .inactive("expired"))
        #expect(try await tenant.invariantViolations() == [])
    }
}
