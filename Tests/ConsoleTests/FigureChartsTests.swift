import Entitlements
import Testing

@testable import Console

@Suite("Charts of figures")
struct FigureChartsTests {
    private func place() throws -> Place {
        Place(root: "/console/shop", now: try #require(Timestamp(rfc3339: "2026-03-02T10:00:00Z")))
    }

    private func figures(_ rows: [JSONValue]) -> JSONValue {
        .members([
            "from": .string("2026-02-27"), "to": .string("2026-03-02"), "data": .array(rows),
        ])
    }

    private func row(_ day: String, active: Int64, amount: Double = 0) throws -> JSONValue {
        .members([
            "day": .string(day),
            "figures": .members(["active_subscriptions": .integer(active)]),
            "charges": .array([
                .members([
                    "currency": .string("EUR"), "number": .integer(1),
                    "amount": .decimal(try #require(JSONDecimal(amount))),
                ])
            ]),
        ])
    }

    private func chart(_ title: String, _ figures: JSONValue) throws -> JSONValue {
        let charts = FigureCharts(figures, in: try place()).shown.array
        return try #require(charts?.first { $0["title"] == .string(title) })
    }

    @Test("a figure of people leads to their list, and a sum of money to none")
    func links() throws {
        let day = figures([try row("2026-02-28", active: 1)])
        #expect(
            try chart("Churned", day)["href"]
                == .string(
                    "/console/shop/search?sort=end&status=expired"
                        + "&ends_after=2026-02-27T00%3A00%3A00Z"
                        + "&ends_before=2026-03-02T10%3A00%3A00.000Z"))
        #expect(
            try chart("Payments failed", day)["href"]
                == .string("/console/shop/search?sort=end&status=billing_issue"))
        #expect(try chart("Charges, EUR", day)["href"] == .null)
    }

    @Test("each day has a row, also one that the answer leaves out")
    func days() throws {
        let chart = try chart(
            "Active subscriptions",
            figures([row("2026-02-28", active: 1_200), row("2026-03-02", active: 600)]))
        #expect(
            chart["rows"]?.array?.map { "\($0["day"]?.string ?? "") \($0["value"]?.string ?? "")" }
                == ["2026-02-27 0", "2026-02-28 1,200", "2026-03-01 0", "2026-03-02 600"])
        #expect(chart["total"] == .string("600"))
        #expect(chart["maximum"] == .string("1,200"))
    }

    @Test("the highest bar is as high as the chart, and a day without has none")
    func bars() throws {
        let chart = try chart(
            "Active subscriptions",
            figures([row("2026-02-28", active: 1_200), row("2026-03-02", active: 600)]))
        #expect(chart["path"] == .string("M75 60V0h60V60zM225 60V30h60V60z"))
    }

    @Test("amounts are summed to the hundredth")
    func amounts() throws {
        let chart = try chart(
            "Charges, EUR",
            figures([
                row("2026-02-28", active: 0, amount: 0.1),
                row("2026-03-01", active: 0, amount: 0.2),
            ]))
        #expect(chart["total"] == .string("0.30"))
    }

    @Test("without figures there are days without bars")
    func empty() throws {
        let chart = try chart("Churned", figures([]))
        #expect(chart["path"] == .string(""))
        #expect(chart["total"] == .string("0"))
        #expect(try FigureCharts(.null, in: place()).shown.array?.first?["rows"] == .array([]))
    }
}
