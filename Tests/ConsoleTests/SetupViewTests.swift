import Entitlements
import Testing

@testable import Console

@Suite("The setup of a tenant")
struct SetupViewTests {
    private func place() throws -> Place {
        Place(
            root: "/console/a", now: try #require(Timestamp(rfc3339: "2026-11-21T10:00:00Z")))
    }

    private func items(_ text: String) throws -> [JSONValue] {
        let setup = try JSONParser.parse(Array(text.utf8))
        return SetupView.checklist(setup, of: "a", in: try place()).array ?? []
    }

    @Test("what is missing has the command that mends it")
    func missing() throws {
        let items = try items(
            """
            {"missing_secrets": ["signature"], "refused_since": null, "received_at": null,
             "key_state": "missing", "unknown_products": ["plus"]}
            """)
        #expect(items.map { $0["is_done"] } == Array(repeating: .bool(false), count: 4))
        #expect(
            items.map { $0["command"]?.string } == [
                "hearth tenants secrets set a --kind signature", "hearth webhooks status a",
                "hearth tenants secrets set a --kind revenuecat-api-key --stdin",
                "hearth tenants apply FILE",
            ])
    }

    @Test("what is done has none")
    func done() throws {
        let items = try items(
            """
            {"missing_secrets": [], "refused_since": null,
             "received_at": "2026-11-21T09:00:00Z", "key_state": "recognised",
             "unknown_products": []}
            """)
        #expect(items.map { $0["is_done"] } == Array(repeating: .bool(true), count: 4))
        #expect(items.allSatisfy { $0["command"] == .null })
    }

    @Test("a plan's people are a row for each entitlement that is lost or gained")
    func people() throws {
        let plan = try JSONParser.parse(
            Array(
                """
                {"losing": {"plus": {"count": 2, "app_user_ids": ["u_1"]}},
                 "gaining": {"gold": {"count": 1, "app_user_ids": []}}}
                """.utf8))
        let rows = SetupView.peopleRows(plan)
        #expect(rows.map { $0["verb"] } == [.string("lose"), .string("gain")])
        #expect(rows.first?["app_user_ids"] == .array([.string("u_1")]))
    }

    @Test("a key can be revoked unless it is revoked already")
    func keys() throws {
        let rows = try JSONParser.parse(
            Array(
                """
                [{"key_id": "k1", "kind": "read", "revoked_at": null},
                 {"key_id": "k2", "kind": "read", "revoked_at": "2026-11-21T09:00:00Z"}]
                """.utf8))
        let table = SetupView.keys(own: "k1").shown(rows.array ?? [], in: try place())
        let acts = (table["rows"]?.array ?? []).map { row in
            (row["cells"]?.array?.last?["parts"]?.array ?? []).count
        }
        #expect(acts == [1, 0])
    }
}
