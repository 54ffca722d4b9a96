import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Version 1 lists one subscription per product: tests what that says of another one.
@Suite("Purchases that a snapshot does not list")
struct SnapshotSilenceTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }
    private let listed = TestSnapshot.Purchase.like(.initialPurchase())

    @Test("a second subscription to a listed product is kept in version 1")
    func hidden() async throws {
        let tenant = try await TestTenant.create()
        let other = RevenueCatEvent.initialPurchase(
            expiresAt: day(20), originalTransactionID: "another store login")
        try await tenant.receive(other)
        try await tenant.receive(.initialPurchase())
        #expect(try await tenant.add(TestSnapshot(at: day(2)).listing(listed)).isEmpty)
        try await tenant.receive(.refund(at: day(3)), receivedAt: day(3))
        #expect(try await tenant.standing(of: "u_42", at: day(4)) == .active("active"))
    }

    @Test(
        "an unlisted subscription ends with the listed one of its product",
        arguments: [true, false])
    func hiddenLastsNoLonger(isToldFirst: Bool) async throws {
        let tenant = try await TestTenant.create()
        let longer = RevenueCatEvent.initialPurchase(
            expiresAt: day(300), originalTransactionID: "another store login")
        if isToldFirst { try await tenant.receive(longer) }
        try await tenant.receive(.initialPurchase())
        let snapshot = TestSnapshot(at: day(2)).listing(listed)
        let drift = try await tenant.add(snapshot)
        #expect(drift.map(\.cause) == (isToldFirst ? ["missed_event"] : []))
        if !isToldFirst { try await tenant.receive(longer) }
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(4))
        #expect(plus?["expires_at"]?.string == day(30).rfc3339)
        var again = snapshot
        again.readAt = day(5)
        #expect(try await tenant.add(again).isEmpty)
        // A later event counts.
        try await tenant.receive(
            .renewal(
                purchasedAt: day(6), expiresAt: day(400),
                originalTransactionID: "another store login"),
            receivedAt: day(6))
        #expect(try await tenant.standing(of: "u_42", at: day(399)) == .active("active"))
    }

    @Test("in version 1 a sandbox entry hides a production one", arguments: [true, false])
    func hiddenBySandbox(isVersion1: Bool) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        let played = TestSnapshot.Purchase.like(
            .initialPurchase(expiresAt: day(90), originalTransactionID: "played")
        ).setting("environment", "sandbox").setting("transaction_id", "played")
        let drift = try await tenant.add(
            TestSnapshot(at: day(2)).listing(
                isVersion1 ? played : played.setting("gives_access", true)))
        // Version 2 lists all purchases.
        #expect(
            Set(drift.map(\.environment))
                == (isVersion1 ? ["sandbox"] : ["production", "sandbox"]))
        #expect(
            try await tenant.standing(of: "u_42", at: day(3))
                == (isVersion1 ? .active("active") : .inactive("expired")))
    }

    @Test(
        "an ignored sandbox entry hides a production one while it runs", arguments: [true, false])
    func hiddenByIgnored(isRunning: Bool) async throws {
        let tenant = try await TestTenant.create { $0.sandbox = .ignore }
        try await tenant.receive(.initialPurchase())
        let played = TestSnapshot.Purchase.like(
            .initialPurchase(
                expiresAt: day(isRunning ? 90 : 1), originalTransactionID: "played")
        ).setting("environment", "sandbox").setting("transaction_id", "played")
        let drift = try await tenant.add(TestSnapshot(at: day(2)).listing(played))
        // An ended entry hides nothing.
        #expect(drift.map(\.environment) == (isRunning ? [] : ["production"]))
        #expect(
            try await tenant.standing(of: "u_42", at: day(3))
                == (isRunning ? .active("active") : .inactive("expired")))
    }
}
