import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Grants over HTTP")
struct CreateGrantTests {
    private let path = "/v1/users/u_42/grants"

    @Test("a grant is given, shown, listed in both environments, and revoked")
    func grant() async throws {
        try await TestAPI.run { api in
            let given = try await api.post(
                "createGrant", path,
                ["entitlement_id": "plus", "duration": "P1M", "reason": "ticket 4711"])
            #expect(given.status == 201)
            #expect(try given.json["granted_by"]?.string?.hasPrefix("secret_key:") == true)
            let lasting = try await api.post(
                "createGrant", path + "?environment=sandbox",
                [
                    "product_id": "stockpot_plus_monthly", "lifetime": true, "extends": true,
                    "reason": "A tester.",
                ])
            #expect(try lasting.json["expires_at"] == .null)
            let shown = try await api.get(
                "getEntitlements", "/v1/users/u_42/entitlements", key: api.readKey)
            #expect(try shown.json["entitlements"]?["plus"]?["source"]?["kind"] == "grant")
            let page = try await api.get("listGrants", path + "?limit=1", key: api.secretKey)
            let cursor = try #require(try page.json["next_cursor"]?.string)
            let next = try await api.get(
                "listGrants", path + "?limit=1&cursor=\(cursor)", key: api.secretKey)
            #expect(try next.json["data"] == [given.json])
            #expect(try next.json["next_cursor"] == .null)
            let id = try #require(try given.json["grant_id"]?.string)
            for _ in 0..<2 {
                let revoked = try await api.delete("revokeGrant", "\(path)/\(id)?reason=abuse")
                #expect(try revoked.json["status"] == "revoked")
                #expect(try revoked.json["revocation_reason"] == "abuse")
            }
        }
    }

    @Test("a repeated request with the same key is answered again and grants nothing more")
    func repeated() async throws {
        try await TestAPI.run { api in
            let body: JSONValue = ["entitlement_id": "plus", "lifetime": true, "reason": "r"]
            let key = [("Idempotency-Key", "k-1")]
            let first = try await api.post("createGrant", path, body, headers: key)
            let again = try await api.post("createGrant", path, body, headers: key)
            #expect(again.body == first.body)
            #expect(again["idempotent-replayed"] == "true")
            #expect(try await api.tenant.grants(of: "u_42").count == 1)
            let other = try await api.post(
                "createGrant", path, ["entitlement_id": "plus", "lifetime": true, "reason": "s"],
                headers: key)
            #expect(try other.refusal == "422 idempotency_key_reused")
        }
    }

    @Test("wrong bodies are refused, and so are the codes of the database")
    func refused() async throws {
        try await TestAPI.run { api in
            let bodies: [JSONValue] = [
                ["entitlement_id": "plus", "product_id": "p", "lifetime": true, "reason": "r"],
                ["entitlement_id": "plus", "lifetime": true, "duration": "P1M", "reason": "r"],
                ["entitlement_id": "plus", "reason": "r"],
                ["entitlement_id": "plus", "lifetime": false, "reason": "r"],
                ["entitlement_id": "plus", "lifetime": true],
                ["entitlement_id": "plus", "duration": "PT1H", "reason": "r"],
                ["entitlement_id": "plus", "expires_at": "tomorrow", "reason": "r"],
                ["entitlement_id": "plus", "lifetime": true, "reason": "r", "colour": "red"],
                ["lifetime": true, "reason": "r"],
            ]
            for body in bodies {
                let response = try await api.post("createGrant", path, body)
                #expect(try response.refusal == "422 validation_failed")
            }
            let unknown = try await api.post(
                "createGrant", path, ["entitlement_id": "pluss", "lifetime": true, "reason": "r"])
            #expect(try unknown.refusal == "404 entitlement_not_in_catalog")
            let over = try await api.post(
                "createGrant", path,
                [
                    "entitlement_id": "plus", "expires_at": "2000-01-01T00:00:00Z", "reason": "r",
                ])
            #expect(try over.refusal == "422 grant_span_invalid")
            #expect(try await api.tenant.person("u_42") == nil)
            let none = try await api.delete("revokeGrant", path + "/not-a-uuid")
            #expect(try none.refusal == "404 grant_not_found")
            let long = try await api.delete("revokeGrant", path + "/x?reason=")
            #expect(try long.refusal == "422 validation_failed")
        }
    }

    @Test("a read key neither gives nor lists nor revokes grants")
    func readKey() async throws {
        try await TestAPI.run { api in
            let listed = try await api.get("listGrants", path, key: api.readKey)
            #expect(try listed.refusal == "403 forbidden")
        }
    }
}
