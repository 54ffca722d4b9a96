import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// RevenueCat finds periods that it missed all at once: their events have one time.
@Suite("A payment for a period that was over moves nothing of the one that runs")
struct FormerPaymentTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    private func renewal(_ id: String, from first: Int64, to last: Int64) -> RevenueCatEvent {
        RevenueCatEvent.renewal(
            id: id, purchasedAt: day(first), expiresAt: day(last), originalTransactionID: "1"
        ).occurring(at: day(100))
    }

    /// Receives an event when it occurred: one that is ahead of its receipt counts as it arrives.
    private func receive(_ event: RevenueCatEvent, by tenant: TestTenant) async throws {
        let row = try await tenant.receive(event, receivedAt: day(101))
        #expect(row.failure == nil)
    }

    @Test(
        "of periods that are found at once the last one counts, in any order of their ids",
        arguments: [["a", "b", "c"], ["a", "c", "b"], ["c", "b", "a"], ["b", "c", "a"]])
    func atOnce(ids: [String]) async throws {
        let tenant = try await TestTenant.create()
        try await receive(.initialPurchase(originalTransactionID: "1"), by: tenant)
        for (index, id) in ids.enumerated() {
            let first = Int64(30 * (index + 1))
            try await receive(renewal(id, from: first, to: first + 30), by: tenant)
        }
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(101))
        #expect(plus?["status"] == "active")
        #expect(plus?["expires_at"] == .string(day(120).rfc3339))
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a period that was paid ahead begins without a gap, whichever is reported first")
    func ahead() async throws {
        for (now, next) in [("a", "b"), ("b", "a")] {
            let tenant = try await TestTenant.create()
            try await receive(renewal(now, from: 90, to: 101), by: tenant)
            try await receive(renewal(next, from: 101, to: 131), by: tenant)
            #expect(try await tenant.standing(of: "u_42", at: day(100)) == .active("active"))
            #expect(try await tenant.standing(of: "u_42", at: day(130)) == .active("active"))
        }
    }

    @Test("a payment for a period that overlaps the one that was paid ahead counts")
    func overlapping() async throws {
        let tenant = try await TestTenant.create()
        try await receive(renewal("a", from: 101, to: 131), by: tenant)
        try await receive(
            renewal("b", from: 100, to: 107).occurring(at: day(100).advanced(bySeconds: 1)),
            by: tenant)
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(102))
        #expect(plus?["expires_at"] == .string(day(107).rfc3339))
    }

    @Test("it does not say what an unlisted product gives")
    func entitlements() async throws {
        let tenant = try await TestTenant.create()
        func of(_ event: RevenueCatEvent, _ ids: [String]) -> RevenueCatEvent {
            event.setting("product_id", "unlisted").entitlements(ids)
        }
        try await receive(of(renewal("a", from: 90, to: 120), ["plus"]), by: tenant)
        try await receive(of(renewal("b", from: 60, to: 90), ["other"]), by: tenant)
        #expect(try await tenant.standing(of: "u_42", at: day(101)) == .active("active"))
    }
}
