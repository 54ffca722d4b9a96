import Entitlements
import TestSupport
import Testing

@testable import hearth

@Suite("Tables and cards")
struct TableTests {
    private let rows: [JSONValue] = [
        ["kind": "a", "count": 5, "status": "active", "of": ["id": "x"], "ids": ["u_1", "u_2"]],
        ["kind": "longer", "count": 1_200, "status": "failed", "of": nil, "ids": []],
    ]

    private let columns: [Column] = [
        "kind", "count", "status", "of.id", Column("ids", as: "app users"),
        Column("is it") { $0["count"] == 5 ? "yes\u{1B}[2J" : nil },
    ]

    @Test("heads stand above aligned cells, numbers to the right, nothing as a dash")
    func aligned() {
        #expect(
            Table(columns, rows).lines.map { $0.text() } == [
                "KIND    COUNT  STATUS  ID  APP USERS  IS IT",
                "a           5  active  x   u_1, u_2   yes\\u{1B}[2J",
                "longer   1200  failed  –   –          –",
            ])
        #expect(Table(columns, []).lines.isEmpty)
    }

    @Test("colour is on heads and on words of a status, and does not move the cells")
    func coloured() {
        let lines = Table(["status", "kind"], rows).lines.map { $0.text(isColoured: true) }
        #expect(
            lines == [
                "\u{1B}[1mSTATUS\u{1B}[0m  \u{1B}[1mKIND\u{1B}[0m",
                "\u{1B}[32mactive\u{1B}[0m  a", "\u{1B}[31mfailed\u{1B}[0m  longer",
            ])
    }

    @Test("a card has a line for each column, its head in front")
    func card() {
        let card = Card(["kind", "of.id", "status"], of: rows[1])
        #expect(card.lines.map { $0.text() } == ["kind    longer", "id      –", "status  failed"])
        #expect(
            card.lines.last?.text(isColoured: true)
                == "\u{1B}[1mstatus\u{1B}[0m  \u{1B}[31mfailed\u{1B}[0m")
        let others = Card([("a", "b\tc"), ("", "d")])
        #expect(others.lines.map { $0.text() } == ["a  b\\u{9}c", "   d"])
    }

    @Test("an overview has its titles in bold, and warns while figures are missing")
    func overview() {
        let report = FigureReport([
            "from": "2026-11-01", "to": "2026-11-02", "time_zone": "UTC",
            "data": [["figures": ["active_trials": 2]]],
            "campaigns": [["campaign_id": "welcome", "redemptions": 3]],
        ])
        let lines = report.lines.map { $0.text(isColoured: true) }
        #expect(lines[1] == "computed at \u{1B}[33m– (not yet in full)\u{1B}[0m")
        #expect(lines.contains("\u{1B}[1mAll\u{1B}[0m"))
        #expect(lines.contains("\u{1B}[1mCampaigns\u{1B}[0m"))
    }
}
