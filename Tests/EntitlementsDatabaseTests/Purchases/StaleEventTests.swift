import Entitlements
import TestSupport
import Testing

/// Tests events about an earlier period that come under a former id.
@Suite("Stale events name no owner")
struct StaleEventTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    /// The kinds of events that follow, about the first period, stamped in the second one.
    private static let kinds = [
        "EXPIRATION", "CANCELLATION", "BILLING_ISSUE", "SUBSCRIPTION_PAUSED", "PRODUCT_CHANGE",
        "UNCANCELLATION",
    ]

    @Test(
        "a running purchase stays with the owner of its renewal", arguments: kinds, [true, false])
    func stays(kind: String, isTransferred: Bool) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "x", originalTransactionID: "1"))
        if isTransferred {
            try await tenant.receive(.transfer(from: ["x"], to: ["y"], at: day(29)))
        }
        try await tenant.receive(.renewal(appUserID: "y", originalTransactionID: "1"))
        let stale = RevenueCatEvent.expiration(
            appUserID: "x", at: day(30).advanced(bySeconds: 3_600), originalTransactionID: "1"
        ).setting("type", .string(kind))
        try await tenant.receive(stale)
        #expect(try await tenant.owners() == ["1": "y"])
        let plus = try await tenant.entitlement("plus", of: "y", at: day(31))
        #expect(plus?["status"] == "active")
        #expect(plus?["will_renew"] == true)
        #expect(plus?["expires_at"] == .string(day(60).rfc3339))
        #expect(!(try await tenant.standing(of: "x", at: day(31)).isActive))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("an event about another product of the chain names no owner either")
    func otherProduct() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(appUserID: "x", product: "basic", originalTransactionID: "1"))
        try await tenant.receive(
            .renewal(appUserID: "y", purchasedAt: day(5), originalTransactionID: "1"))
        for kind in ["EXPIRATION", "CANCELLATION", "BILLING_ISSUE", "PRODUCT_CHANGE"] {
            try await tenant.receive(
                .expiration(
                    appUserID: "x", product: "basic", purchasedAt: day(5), at: day(6),
                    originalTransactionID: "1"
                ).setting("type", .string(kind)))
        }
        #expect(try await tenant.owners() == ["1": "y"])
        #expect(try await tenant.standing(of: "y", at: day(7)) == .active("active"))
    }

    @Test("an event about the running period names its owner")
    func running() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "x", originalTransactionID: "1"))
        try await tenant.receive(.cancellation(appUserID: "y", originalTransactionID: "1"))
        #expect(try await tenant.owners() == ["1": "y"])
    }
}
