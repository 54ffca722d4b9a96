import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// The database's clock is behind RevenueCat's: RevenueCat's clock orders what it says, up to 15
/// minutes, and takes effect at its receipt.
@Suite("A clock that is behind RevenueCat's")
struct ClockSkewTests {
    private let start = RevenueCatEvent.defaultPurchase
    /// By RevenueCat's clock.
    private var told: Timestamp { start.advanced(byDays: 3) }

    /// Receives events in the given order, a second each, by a clock that is behind by `seconds`.
    ///
    /// - Returns: A moment after the last receipt, by that clock.
    @discardableResult
    private func receive(
        _ events: [RevenueCatEvent], in tenant: TestTenant, behindBy seconds: Int64 = 60
    ) async throws -> Timestamp {
        var receipt = told.advanced(bySeconds: 3 - seconds)
        for event in events {
            receipt = receipt.advanced(bySeconds: 1)
            let row = try await tenant.receive(event, receivedAt: receipt)
            #expect(row.status == "applied")
        }
        return receipt.advanced(bySeconds: 1)
    }

    private func orders(of events: [RevenueCatEvent]) -> [[RevenueCatEvent]] {
        guard events.count > 1 else { return [events] }
        return events.indices.flatMap { index in
            var others = events
            let first = others.remove(at: index)
            return orders(of: others).map { [first] + $0 }
        }
    }

    @Test(
        "a refund and its reversal, a cancellation and its end count in RevenueCat's order",
        arguments: [60, 14 * 60] as [Int64])
    func marks(seconds: Int64) async throws {
        let later = told.advanced(bySeconds: 1)
        let pairs: [([RevenueCatEvent], TestTenant.Standing)] = [
            ([.refund(at: told), .refundReversed(at: later)], .active("active")),
            ([.refundReversed(at: told), .refund(at: later)], .inactive("refunded")),
            ([.cancellation(at: told), .uncancellation(at: later)], .active("active")),
            ([.uncancellation(at: told), .cancellation(at: later)], .active("cancelled")),
        ]
        for (pair, standing) in pairs {
            for order in orders(of: [.initialPurchase()] + pair) {
                let tenant = try await TestTenant.create()
                let asked = try await receive(order, in: tenant, behindBy: seconds)
                for moment in [asked, told.advanced(bySeconds: 3_600)] {
                    #expect(
                        try await tenant.standing(of: "u_42", at: moment) == standing,
                        "\(order.map { $0.fields["type"]?.string ?? "" }) at \(moment)")
                }
                #expect(try await tenant.invariantViolations() == [])
            }
        }
    }

    @Test("a transfer there and back ends where RevenueCat's clock says")
    func transfers() async throws {
        let there = RevenueCatEvent.transfer(from: ["a"], to: ["b"], at: told)
        let back = RevenueCatEvent.transfer(
            from: ["b"], to: ["a"], at: told.advanced(bySeconds: 1))
        for order in orders(of: [.initialPurchase(appUserID: "a"), there, back]) {
            let tenant = try await TestTenant.create()
            let asked = try await receive(order, in: tenant)
            #expect(try await tenant.standing(of: "a", at: asked).isActive)
            #expect(try await !tenant.standing(of: "b", at: asked).isActive)
        }
    }

    @Test("a snapshot outranks what happened before it by RevenueCat's clock")
    func snapshot() async throws {
        let bought = RevenueCatEvent.initialPurchase()
        let cancelled = RevenueCatEvent.cancellation(at: told)
        let snapshot = TestSnapshot(at: told.advanced(bySeconds: 5)).listing(.like(bought))
        for isLate in [false, true] {
            let tenant = try await TestTenant.create()
            try await receive([bought] + (isLate ? [] : [cancelled]), in: tenant)
            try await tenant.add(snapshot, receivedAt: told.advanced(bySeconds: -50))
            if isLate {
                try await tenant.receive(cancelled, receivedAt: told.advanced(bySeconds: -40))
            }
            #expect(
                try await tenant.standing(of: "u_42", at: told.advanced(bySeconds: -30))
                    == .active("active"))
        }
    }

    @Test(
        "what was bought gives access at its receipt, not when our clock reaches RevenueCat's",
        arguments: [60, 10 * 60, 20 * 60] as [Int64])
    func access(seconds: Int64) async throws {
        let tenant = try await TestTenant.create()
        let bought = RevenueCatEvent.initialPurchase(purchasedAt: told)
        let receipt = told.advanced(bySeconds: 4 - seconds)
        try await tenant.receive(bought, receivedAt: receipt)
        #expect(try await tenant.standing(of: "u_42", at: receipt) == .active("active"))
        let other = try await TestTenant.create()
        try await other.create("u_42", "identified")
        try await other.add(
            TestSnapshot(at: told.advanced(bySeconds: 4)).listing(.like(bought)),
            receivedAt: receipt)
        #expect(try await other.standing(of: "u_42", at: receipt) == .active("active"))
    }

    @Test("a period that is charged ahead begins at its own time")
    func chargedAhead() async throws {
        let tenant = try await TestTenant.create()
        let charged = told.advanced(bySeconds: -8 * 3_600)
        try await tenant.receive(
            .renewal(purchasedAt: told).occurring(at: charged),
            receivedAt: charged.advanced(bySeconds: -60))
        #expect(try await !tenant.standing(of: "u_42", at: charged).isActive)
        #expect(try await tenant.standing(of: "u_42", at: told).isActive)
    }

    @Test("events 20 minutes ahead count in the order of their arrival, and at once")
    func capped() async throws {
        let tenant = try await TestTenant.create()
        let asked = try await receive(
            [
                .initialPurchase(), .refund(at: told),
                .refundReversed(at: told.advanced(bySeconds: 1)),
            ], in: tenant, behindBy: 20 * 60)
        #expect(try await tenant.standing(of: "u_42", at: asked) == .active("active"))
    }

    @Test("a transfer dated in the year 4466 counts from its receipt, and freezes nothing")
    func farFuture() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "a"), receivedAt: told)
        try await tenant.receive(
            .transfer(from: ["a"], to: ["b"], at: "4466-09-12T00:00:00Z"),
            receivedAt: told.advanced(bySeconds: 10))
        let moved = told.advanced(bySeconds: 11)
        #expect(try await tenant.standing(of: "b", at: moved) == .active("active"))
        try await tenant.receive(
            .transfer(from: ["b"], to: ["a"], at: told.advanced(bySeconds: 20)),
            receivedAt: told.advanced(bySeconds: 25))
        let back = told.advanced(bySeconds: 26)
        #expect(try await tenant.standing(of: "a", at: back) == .active("active"))
        #expect(try await !tenant.standing(of: "b", at: back).isActive)
    }
}
