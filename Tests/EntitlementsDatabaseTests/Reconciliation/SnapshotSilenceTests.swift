import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Version 1 lists one subscription per product, running or not: tests what its silence about
/// another one proves.
@Suite("Purchases that a snapshot does not list")
struct SnapshotSilenceTests {
    private static let bought = RevenueCatEvent.defaultPurchase
    private static func day(_ number: Int64) -> Timestamp { bought.advanced(byDays: number) }
    private static let purchase = RevenueCatEvent.initialPurchase(
        appUserID: "payer", originalTransactionID: "1")

    /// An entry of the product in version 1's map which is not the payer's purchase.
    struct Entry: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let listed: TestSnapshot.Purchase?

        init(_ description: String, _ change: (TestSnapshot.Purchase) -> TestSnapshot.Purchase) {
            testDescription = description
            let other = RevenueCatEvent.initialPurchase(
                appUserID: "payer", purchasedAt: day(1), expiresAt: day(2),
                originalTransactionID: "2")
            listed = change(.like(other).at("original_purchased_at", day(1)))
        }

        static let nothing = Entry()

        private init() {
            testDescription = "no entry"
            listed = nil
        }
    }

    private static let entries = [
        Entry("another store, over") { $0.onPlay },
        Entry("another store, running") { $0.onPlay.at("expires_at", day(31)) },
        Entry("another store, shorter") { $0.onPlay.at("expires_at", day(20)) },
        Entry("another store, refunded") { $0.onPlay.refunded(at: day(2)) },
        Entry("the sandbox, over") { $0.setting("environment", "sandbox") },
        Entry("the sandbox, running") {
            $0.setting("environment", "sandbox").at("expires_at", day(40))
        },
        Entry("another chain of the store, over") { $0 },
        Entry("another chain of the store, running") { $0.at("expires_at", day(31)) },
        Entry("another chain of the store, begun before") {
            $0.at("original_purchased_at", day(-40))
        },
        Entry("another chain of the store, of unknown origin") {
            $0.setting("original_purchased_at", nil)
        },
    ]

    @Test(
        "an absence ends nothing where the product's entry is another purchase",
        arguments: entries, [true, false])
    func otherEntry(_ entry: Entry, isTold: Bool) async throws {
        let tenant = try await TestTenant.create()
        try await Self.know(Self.purchase, isTold: isTold, in: tenant)
        var snapshot = TestSnapshot(of: "payer", at: Self.day(3))
        snapshot.purchases = [entry.listed].compactMap(\.self)
        try await Self.expectKept(after: snapshot, in: tenant)
    }

    @Test(
        "an absence ends nothing while an entitlement is active through the product",
        arguments: [Entry.nothing] + entries, [true, false])
    func activeEntitlement(_ entry: Entry, isTold: Bool) async throws {
        let tenant = try await TestTenant.create()
        try await Self.know(Self.purchase, isTold: isTold, in: tenant)
        var snapshot = TestSnapshot(of: "payer", at: Self.day(3))
            .active(through: RevenueCatEvent.defaultProduct)
        snapshot.purchases = [entry.listed].compactMap(\.self)
        try await Self.expectKept(after: snapshot, in: tenant)
    }

    @Test("an ignored sandbox entry hides a production one, also when it is over")
    func ignored() async throws {
        for days in [1, 90] as [Int64] {
            let tenant = try await TestTenant.create { $0.sandbox = .ignore }
            try await Self.know(Self.purchase, isTold: true, in: tenant)
            let played = TestSnapshot.Purchase.like(
                .initialPurchase(
                    appUserID: "payer", expiresAt: Self.day(days), originalTransactionID: "played")
            ).setting("environment", "sandbox").setting("transaction_id", "played")
            let snapshot = TestSnapshot(of: "payer", at: Self.day(3)).listing(played)
            try await Self.expectKept(after: snapshot, in: tenant)
        }
    }

    @Test("an end that an event told of holds", arguments: [true, false])
    func ended(isRefund: Bool) async throws {
        let tenant = try await TestTenant.create()
        try await Self.know(Self.purchase, isTold: true, in: tenant)
        try await tenant.receive(
            isRefund
                ? .refund(appUserID: "payer", originalTransactionID: "1")
                : .expiration(appUserID: "payer", at: Self.day(2), originalTransactionID: "1"),
            receivedAt: Self.day(2))
        try await tenant.add(
            TestSnapshot(of: "payer", at: Self.day(3))
                .active(through: RevenueCatEvent.defaultProduct))
        for appUserID in ["payer", "member"] {
            #expect(!(try await tenant.standing(of: appUserID, at: Self.day(4)).isActive))
        }
    }

    @Test("neither an entry nor an active entitlement: the purchase has moved away")
    func gone() async throws {
        let tenant = try await TestTenant.create { $0.households.transferHoldDays = 0 }
        try await Self.know(Self.purchase, isTold: true, in: tenant)
        let other = TestSnapshot.Purchase.like(
            .initialPurchase(product: "other").entitlements(nil))
        let drift = try await tenant.add(
            TestSnapshot(of: "payer", at: Self.day(3)).listing(other).active(through: "other"))
        #expect(drift.map(\.cause).contains("transfer_one_sided"))
        #expect(!(try await tenant.standing(of: "payer", at: Self.day(4)).isActive))
        #expect(try await tenant.orphans().map { $0["reason"] } == ["unknown_id"])
    }

    @Test("version 2 lists every purchase, so another entry hides nothing")
    func version2() async throws {
        let tenant = try await TestTenant.create { $0.households.transferHoldDays = 0 }
        try await Self.know(Self.purchase, isTold: true, in: tenant)
        let played = TestSnapshot.Purchase.like(
            .initialPurchase(appUserID: "payer", originalTransactionID: "played")
        ).setting("environment", "sandbox").setting("gives_access", true)
        try await tenant.add(TestSnapshot(of: "payer", at: Self.day(3)).listing(played))
        #expect(!(try await tenant.standing(of: "payer", at: Self.day(4)).isActive))
    }

    @Test("a lifetime purchase is gone if another one of its product is listed alone")
    func lifetime() async throws {
        let once = RevenueCatEvent.nonRenewingPurchase(product: "lifetime")
        for isListed in [true, false] {
            let tenant = try await TestTenant.create()
            try await tenant.receive(once)
            let other = TestSnapshot.Purchase.like(
                .nonRenewingPurchase(product: "lifetime", purchasedAt: Self.day(1)))
            try await tenant.add(
                TestSnapshot(at: Self.day(3)).active(through: "lifetime")
                    .listing(isListed ? [other] : []))
            let answer = try await tenant.person("u_42", at: Self.day(4))
            let statuses = answer?["purchases"]?.array?.map { $0["status"]?.string ?? "" }
            #expect(statuses?.contains("refunded") == isListed)
        }
    }
}

extension SnapshotSilenceTests {
    /// A household with the purchase, known from an event or from a snapshot alone.
    private static func know(
        _ event: RevenueCatEvent, isTold: Bool, in tenant: TestTenant
    ) async throws {
        try await tenant.found("payer", with: ["member"], at: bought)
        if isTold {
            try await tenant.receive(event, receivedAt: bought)
        } else {
            let listed = TestSnapshot.Purchase.like(event).at("original_purchased_at", bought)
            try await tenant.add(TestSnapshot(of: "payer", at: bought).listing(listed))
        }
    }

    private static func expectKept(
        after snapshot: TestSnapshot, in tenant: TestTenant
    ) async throws {
        let drift = try await tenant.add(snapshot)
        #expect(!drift.map(\.cause).contains("transfer_one_sided"))
        for appUserID in ["payer", "member"] {
            let plus = try await tenant.entitlement("plus", of: appUserID, at: day(29))
            #expect(plus?["is_active"] == true, "\(appUserID)")
        }
        #expect(try await tenant.orphans().isEmpty)
        #expect(try await tenant.invariantViolations() == [])
    }
}

extension TestSnapshot.Purchase {
    fileprivate var onPlay: TestSnapshot.Purchase {
        setting("store", "play_store").setting("transaction_id", "GPA.2")
    }
}
