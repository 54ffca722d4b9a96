import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Purchases of other billers over HTTP")
struct PutPurchaseTests {
    private let path = "/v1/users/u_42/purchases/stripe/sub_1"
    private let facts: JSONValue = [
        "product_id": "stockpot_plus_monthly", "purchased_at": "2025-11-21T09:00:00Z",
        "expires_at": "2999-12-21T09:00:00Z", "as_of": "2025-11-21T09:00:00Z",
    ]

    private func facts(_ changes: JSONValue) -> JSONValue {
        var object = facts.object ?? JSONObject()
        for change in changes.object?.members ?? [] { object[change.name] = change.value }
        return .object(object)
    }

    private func put(
        _ api: TestAPI, _ body: JSONValue, path: String? = nil, key: String? = nil
    ) async throws -> RawHTTPResponse {
        try await api.send(
            "putPurchase", "PUT", path ?? self.path, key: key ?? api.secretKey,
            headers: [("Content-Type", "application/json")], body: body.bytes)
    }

    private func refusal(
        _ api: TestAPI, _ body: JSONValue, path: String? = nil, key: String? = nil
    ) async throws -> String {
        let response = try await put(api, body, path: path, key: key)
        return try response.refusal
    }

    @Test("a purchase is put, repeated, ended and taken back")
    func works() async throws {
        try await TestAPI.run { api in
            let first = try await put(api, facts)
            #expect(first.status == 200)
            #expect(try first.json["outcome"] == "stored")
            #expect(try first.json["plan"] == "plus")
            let again = try await put(api, facts)
            #expect(try again.json["outcome"] == "stored")
            let shown = try await api.get("getEntitlements", "/v1/users/u_42/entitlements")
            #expect(try shown.json["entitlements"] == first.json["entitlements"])
            let refunded = try await put(
                api,
                facts([
                    "as_of": "2025-11-23T09:00:00Z", "refunded_at": "2025-11-23T09:00:00Z",
                    "will_renew": false, "period_type": "intro",
                ]))
            #expect(try refunded.json["entitlements"]?["plus"]?["status"] == "refunded")
            let late = try await put(api, facts(["as_of": "2025-11-22T09:00:00Z"]))
            #expect(try late.json["outcome"] == "superseded")
            #expect(try late.json["entitlements"]?["plus"]?["status"] == "refunded")
            let back = try await put(
                api, facts(["as_of": "2025-11-24T09:00:00Z", "refunded_at": nil]))
            #expect(try back.json["entitlements"]?["plus"]?["status"] == "active")
        }
    }

    @Test("the sandbox is named in the query, and ids may have any characters")
    func environment() async throws {
        try await TestAPI.run { api in
            let answer = try await put(
                api, facts,
                path: "/v1/users/a%2Fb/purchases/external/gift%2F%C3%BC%201?environment=sandbox")
            #expect(try answer.json["app_user_id"] == "a/b")
            #expect(try answer.json["plan"] == "plus")
            let shown = try await api.get("getEntitlements", "/v1/users/a%2Fb/entitlements")
            #expect(try shown.json["plan"] == "free")
        }
    }

    @Test("wrong requests are refused, and so are the codes of the database")
    func refused() async throws {
        try await TestAPI.run { api in
            for body in [
                facts(["product_id": nil]), facts(["purchased_at": "yesterday"]),
                facts(["as_of": nil]), facts(["will_renew": "yes"]), facts(["price": 4.99]),
                facts(["period_type": "weekly"]), facts(["app_user_id": "u_1"]),
            ] {
                #expect(try await refusal(api, body) == "422 validation_failed")
            }
            for path in [
                "/v1/users/u_42/purchases/hearth/sub_1", "/v1/users/u_42/purchases/promotional/x",
                "/v1/users/u_42/purchases/stripe/\(String(repeating: "x", count: 501))",
            ] {
                #expect(try await refusal(api, facts, path: path) == "400 invalid_request")
            }
            let future = try await put(api, facts(["as_of": "2999-01-01T00:00:00Z"]))
            #expect(try future.refusal == "422 import_row_invalid")
            let unknown = try await put(api, facts(["product_id": "no_such"]))
            #expect(try unknown.refusal == "404 product_not_in_catalog")
            #expect(try await api.tenant.person("u_42") == nil)
            _ = try await put(api, facts)
            let other = try await put(api, facts(["expires_at": "2998-01-01T00:00:00Z"]))
            #expect(try other.refusal == "409 import_row_differs")
        }
    }

    @Test("a read key puts nothing")
    func readKey() async throws {
        try await TestAPI.run { api in
            let refused = try await refusal(api, facts, key: api.readKey)
            #expect(refused == "403 forbidden")
            #expect(try await api.tenant.person("u_42") == nil)
        }
    }
}
