import Entitlements
import Testing

@testable import Console

@Suite("Charts of figures")
struct FigureChartsTests {
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
        try #require(
            FigureCharts(figures).shown.array?.first { $0["title"] == .string(title) })
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
        #expect(FigureCharts(.null).shown.array?.first?["rows"] == .array([]))
    }
}
