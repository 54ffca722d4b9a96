import Entitlements
import Testing

@testable import Console

@Suite("A table of a page")
struct PageTableTests {
    private func place() throws -> Place {
        Place(
            root: "/console/shop", now: try #require(Timestamp(rfc3339: "2026-11-21T10:00:00Z")))
    }

    /// The parts of the only row's cells.
    private func parts(_ table: PageTable, _ row: JSONValue) throws -> [[JSONValue]] {
        let shown = table.shown([row], in: try place())
        let cells = try #require(shown["rows"]?.array?.first?["cells"]?.array)
        return cells.map { $0["parts"]?.array ?? [] }
    }

    @Test("cells show a member of the row as their kind, and nothing for null and an absent one")
    func kinds() throws {
        let table = PageTable(
            "Things", empty: "None.",
            [
                .text("A", "text"), .code("B", "inner", "code"), .number("C", "count"),
                .time("D", "at"), .link("E", .person, "id"), .text("F", "none"),
                .text("G", "absent", "inner"),
            ])
        let row = JSONValue.members([
            "text": .string("<b>"), "inner": .members(["code": .string("word")]),
            "count": .integer(-1_234_567), "at": .string("2026-11-21T09:59:00Z"),
            "id": .string("a/b"), "none": .null,
        ])
        let parts = try parts(table, row)
        #expect(parts[0].first?["text"] == .string("<b>"))
        #expect(parts[0].first?["code"] == .null)
        #expect(parts[1].first?["code"] == .string("word"))
        #expect(parts[2].first?["text"] == .string("−1,234,567"))
        #expect(parts[3].first?["time"]?["relative"] == .string("1 minute ago"))
        #expect(parts[4].first?["link"]?["href"] == .string("/console/shop/users/a%2Fb"))
        #expect(parts[5].isEmpty)
        #expect(parts[6].isEmpty)
        let columns = table.shown([], in: try place())["columns"]?.array
        #expect(
            columns?.map { $0["is_number"] == .bool(true) } == [
                false, false, true, false, false, false, false,
            ])
    }

    @Test("a UUID is shown by its beginning, and another id as it is")
    func shortened() throws {
        let table = PageTable("Things", empty: "None.", [.link("Id", .event, "id")])
        for (id, short) in [
            ("6f1c3c0e-52d5-4b8e-9f0a-3d9f6c1f7a10", "6f1c3c0e…"), ("u_42", "u_42"),
            ("6f1c3c0e-52d5-4b8e-9f0a-3d9f6c1f7a1x", "6f1c3c0e-52d5-4b8e-9f0a-3d9f6c1f7a1x"),
        ] {
            let link = try parts(table, .members(["id": .string(id)]))[0].first?["link"]
            #expect(link?["short"] == .string(short))
            #expect(link?["id"] == .string(id))
        }
    }

    @Test("a table without rows says what to do, and the last page has no next one")
    func empty() throws {
        let table = PageTable("Things", empty: "Make one.", [.text("Name", "name")])
        let shown = table.shown([], in: try place())
        #expect(shown["is_empty"] == .bool(true))
        #expect(shown["empty"] == .string("Make one."))
        #expect(shown["next"] == .null)
        let next = table.shown([.null], in: try place(), next: "/next")
        #expect(next["is_empty"] == .bool(false))
        #expect(next["next"] == .string("/next"))
    }

    @Test("the query of an address has what is chosen, encoded once")
    func addresses() throws {
        let place = try place()
        #expect(place.path("events", [("a", nil), ("b", nil)]) == "/console/shop/events")
        #expect(
            place.path("events", [("a", "x&y"), ("b", nil), ("c", "ä")])
                == "/console/shop/events?a=x%26y&c=%C3%A4")
    }
}
