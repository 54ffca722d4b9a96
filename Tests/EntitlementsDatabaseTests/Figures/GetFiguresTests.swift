import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_figures")
struct GetFiguresTests {
    private let first = String(FigureYear.start.rfc3339.prefix(10))
    private let last = String(FigureYear.end.advanced(byDays: -1).rfc3339.prefix(10))

    @Test("figures of a year of lives are as counted by hand: by day, product, store, country")
    func year() async throws {
        let year = FigureYear(lives: 60, seed: 20_251_001)
        let tenant = try await TestTenant.create()
        try await tenant.receive(year.events.map(\.event))
        try await tenant.computeFigures(at: FigureYear.end)
        let answer = try await tenant.figures(
            first, last, by: ["day", "product", "store", "country"])
        var comparison = FigureComparison(year: year)
        for row in answer.rows { comparison.add(row) }
        #expect(comparison.differences.prefix(10) == [])
        // Each figure is reached, and nothing that was counted by hand is missing in the rows.
        for (name, places) in year.counts {
            #expect(comparison.seen[name] == places.values.reduce(0, +), "\(name)")
        }
        #expect(
            Set(year.counts.keys)
                == Set(FigureComparison.names + FigureComparison.money).subtracting([
                    "active_grants", "refunds_reversed",
                ]))
        try await expectSound(tenant)
    }

    @Test("without days, active is so at the end, and other figures are those of the days")
    func totals() async throws {
        let tenant = try await TestTenant.create()
        let bought: Timestamp = "2026-03-10T23:30:00Z"
        try await tenant.receive([
            .initialPurchase(appUserID: "u_1", purchasedAt: bought),
            .renewal(appUserID: "u_1", purchasedAt: bought.advanced(byDays: 30)),
            .promotionalGrant(appUserID: "u_2", purchasedAt: bought),
            .initialPurchase(appUserID: "u_3", purchasedAt: bought).inSandbox,
            .initialPurchase(appUserID: "u_4", purchasedAt: bought).asFamilyShare,
        ])
        try await tenant.computeFigures(at: "2026-06-01T00:00:00Z")
        func row(_ first: String, _ last: String, by: [String] = []) async throws -> JSONValue {
            let rows = try await tenant.figures(first, last, by: by).rows
            #expect(rows.count == 1)
            return rows.first ?? .null
        }
        let march = try await row("2026-03-01", "2026-03-31", by: ["plan", "entitlement"])
        #expect(march["plan"] == "plus" && march["entitlement_id"] == "plus")
        #expect(march["figures"]?["active_subscriptions"] == 1)
        #expect(march["figures"]?["active_grants"] == 1)
        #expect(march["figures"]?["subscriptions_begun"] == 1)
        #expect(march["figures"]?["subscriptions_renewed"] == 0)
        #expect(march["charges"] == [["currency": "EUR", "number": 1, "amount": 4.99]])
        let april = try await row("2026-04-01", "2026-04-30")
        #expect(april["figures"]?["active_subscriptions"] == 1)
        #expect(april["figures"]?["active_grants"] == 0)
        #expect(april["figures"]?["subscriptions_renewed"] == 1)
        let may = try await row("2026-05-01", "2026-05-31", by: ["plan"])
        #expect(may["figures"]?["active_subscriptions"] == 0)
        #expect(may["figures"]?["churned_voluntarily"] == 1)
        let types = try await tenant.figures("2026-03-01", "2026-05-31", by: ["plan_type"]).rows
        #expect(types.map { $0["plan_type"] } == [.null, "monthly"])
    }

    @Test("days are those of the tenant's time zone")
    func timeZone() async throws {
        let tenant = try await TestTenant.create { $0.timeZone = "Asia/Tokyo" }
        try await tenant.receive(
            .initialPurchase(appUserID: "u_1", purchasedAt: "2026-03-10T23:30:00Z"))
        try await tenant.computeFigures(at: "2026-06-01T00:00:00Z")
        let days = try await tenant.figures("2026-03-10", "2026-03-11", by: ["day"])
        #expect(days["time_zone"] == "Asia/Tokyo")
        #expect(days.rows.map { $0["figures"]?["subscriptions_begun"] } == [0, 1])
    }
}
