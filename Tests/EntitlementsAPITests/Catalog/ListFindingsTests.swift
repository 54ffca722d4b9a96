import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/findings")
struct ListFindingsTests {
    private func list(_ api: TestAPI, _ query: String = "") async throws -> RawHTTPResponse {
        try await api.get("listFindings", "/v1/admin/findings\(query)", key: api.secretKey)
    }

    private func purchase(_ product: String, naming entitlement: String? = nil) -> RevenueCatEvent {
        .initialPurchase(product: product)
            .transaction(product, original: product)
            .setting("entitlement_ids", entitlement.map { [.string($0)] } ?? .null)
            .setting("entitlement_id", .null)
    }

    @Test("findings are listed once, in pages, with their subjects")
    func pages() async throws {
        try await TestAPI.run { api in
            for product in ["a", "b:c", "d"] { try await api.tenant.receive(purchase(product)) }
            try await api.tenant.receive(purchase("e", naming: "gold"))
            var found: [JSONValue] = []
            var cursor: String? = ""
            while let text = cursor {
                let page = try await list(api, "?limit=3" + (text.isEmpty ? "" : "&cursor=\(text)"))
                found += try page.json["data"]?.array ?? []
                cursor = try page.json["next_cursor"]?.string
            }
            #expect(found.map { $0["product_id"] } == [.null, "a", "b:c", "d"])
            #expect(found.map { $0["entitlement_id"] } == ["gold", .null, .null, .null])
            #expect(found.first?["kind"] == "entitlement_not_in_catalog")
            #expect(found.last?["kind"] == "product_not_in_catalog")
            #expect(found.last?["count"] == 1)
        }
    }

    @Test(
        "each problem of the query has its pointer",
        arguments: [
            ("?limit=0", "/limit"), ("?limit=101", "/limit"), ("?cursor=hello", "/cursor"),
            ("?cursor=A.00", "/cursor"), ("?kind=x", "/kind"),
        ])
    func odd(query: String, pointer: String) async throws {
        try await TestAPI.run { api in
            let response = try await list(api, query)
            #expect(response.status == 422)
            #expect(try response.json["errors"]?.array?.first?["pointer"] == .string(pointer))
        }
    }
}
