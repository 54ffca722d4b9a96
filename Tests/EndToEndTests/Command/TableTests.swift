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
            Table(columns, rows).lines() == [
                "KIND    COUNT  STATUS  ID  APP USERS  IS IT",
                "a           5  active  x   u_1, u_2   yes\\u{1B}[2J",
                "longer   1200  failed  –   –          –",
            ])
        #expect(Table(columns, []).lines() == [])
    }

    @Test("colour is on heads and on words of a status, and does not move the cells")
    func coloured() {
        let lines = Table(["status", "kind"], rows).lines(isColoured: true)
        #expect(
            lines == [
                "\u{1B}[1mSTATUS\u{1B}[0m  \u{1B}[1mKIND\u{1B}[0m",
                "\u{1B}[32mactive\u{1B}[0m  a", "\u{1B}[31mfailed\u{1B}[0m  longer",
            ])
    }

    @Test("a card has a line for each column, its head in front")
    func card() {
        let card = Card(["kind", "of.id", "status"], of: rows[1])
        #expect(card.lines() == ["kind    longer", "id      –", "status  failed"])
        #expect(
            card.lines(isColoured: true).last
                == "\u{1B}[1mstatus\u{1B}[0m  \u{1B}[31mfailed\u{1B}[0m")
        #expect(Card([("a", "b\tc"), ("", "d")]).lines() == ["a  b\\u{9}c", "   d"])
    }
}
