import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("compute_figures")
struct ComputeFiguresTests {
    private let first = String(FigureYear.start.rfc3339.prefix(10))

    @Test("what came later changes no earlier day, and a repeated computation changes nothing")
    func past() async throws {
        let year = FigureYear(lives: 40, seed: 7)
        let tenant = try await TestTenant.create()
        let middle = FigureYear.start.advanced(byDays: 130)
        let dimensions = ["day", "product", "store"]
        let before = String(middle.advanced(byDays: -1).rfc3339.prefix(10))
        try await tenant.receive(year.events.filter { $0.at < middle }.map(\.event))
        #expect(try await tenant.computeFigures(at: middle) > 0)
        let early = try await tenant.figures(first, before, by: dimensions)
        try await tenant.receive(year.events.filter { $0.at >= middle }.map(\.event))
        #expect(try await tenant.computeFigures(at: FigureYear.end) > 0)
        #expect(try await tenant.computeFigures(at: FigureYear.end) == 0)
        let late = try await tenant.figures(first, before, by: dimensions)
        // A product that is first sold later has rows of zeros now.
        func told(_ answer: JSONValue) -> [JSONValue] {
            answer.rows.filter { row in
                row["charges"] != [] || FigureComparison.names.contains { row["figures"]?[$0] != 0 }
            }
        }
        #expect(!told(early).isEmpty)
        #expect(told(early) == told(late))
    }

    @Test("a refund that was reversed counts on both days, and the subscription comes back")
    func reversed() async throws {
        let tenant = try await TestTenant.create()
        let bought: Timestamp = "2026-03-01T10:00:00Z"
        try await tenant.receive([
            .initialPurchase(purchasedAt: bought),
            .refund(purchasedAt: bought, at: bought.advanced(byDays: 2)),
            .refundReversed(
                purchasedAt: bought, expiresAt: bought.advanced(byDays: 30),
                at: bought.advanced(byDays: 5)),
        ])
        try await tenant.computeFigures(at: "2026-06-01T00:00:00Z")
        let days = try await tenant.figures("2026-03-01", "2026-03-07", by: ["day"]).rows
        #expect(days.map { $0["figures"]?["active_subscriptions"] } == [1, 1, 0, 0, 0, 1, 1])
        #expect(days.map { $0["refunds"]?.array?.count } == [0, 0, 1, 0, 0, 0, 0])
        #expect(days.map { $0["refunds_reversed"]?.array?.count } == [0, 0, 0, 0, 0, 1, 0])
        #expect(days[5]["figures"]?["subscriptions_returned"] == 1)
    }
}
