import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("/v1/admin/keys")
struct CreateAPIKeyTests {
    @Test("a key is shown once, works, is listed by its id, and is revoked")
    func lifetime() async throws {
        try await TestAPI.run { api in
            let created = try await api.createKey("read")
            #expect(created.status == 201)
            let key = try #require(try created.json["key"]?.string)
            let id = try #require(try created.json["key_id"]?.string)
            #expect(try await api.get("getAppUser", "/v1/users/u_1", key: key).status == 404)
            let listed = try await api.get("listAPIKeys", "/v1/admin/keys", key: api.secretKey)
            #expect(!listed.text.contains(key))
            #expect(try listed.json["data"]?.array?.first?["key_id"]?.string == id)
            for _ in 0..<2 { #expect(try await api.revokeKey(id).status == 204) }
            api.credentials.invalidate()
            #expect(try await api.get("getAppUser", "/v1/users/u_1", key: key).status == 401)
            let after = try await api.get("listAPIKeys", "/v1/admin/keys", key: api.secretKey)
            #expect(try after.json["data"]?.array?.first?["revoked_at"]?.string != nil)
        }
    }

    @Test("a request that is repeated gets the same key, and another kind is refused")
    func repeated() async throws {
        try await TestAPI.run { api in
            let created = try await api.createKey("read", idempotencyKey: "one")
            let again = try await api.createKey("read", idempotencyKey: "one")
            #expect(try again.json == created.json)
            let other = try await api.createKey("secret", idempotencyKey: "one")
            #expect(try other.refusal == "409 api_key_exists")
            let another = try await api.createKey("read", idempotencyKey: "two")
            #expect(try another.json["key_id"] != created.json["key_id"])
        }
    }

    @Test("a key has a name of 1 to 100 bytes, which lists and repetitions know")
    func named() async throws {
        try await TestAPI.run { api in
            let created = try await api.createKey("support", name: "Lea", idempotencyKey: "one")
            #expect(try created.json["name"] == "Lea")
            #expect(try created.json["key"]?.string?.hasPrefix("hearth_support_") == true)
            let again = try await api.createKey("support", name: "Lea", idempotencyKey: "one")
            #expect(try again.json == created.json)
            let other = try await api.createKey("support", name: "Ben", idempotencyKey: "one")
            #expect(try other.refusal == "409 api_key_exists")
            let listed = try await api.get("listAPIKeys", "/v1/admin/keys", key: api.secretKey)
            #expect(try listed.json["data"]?.array?.first?["name"] == "Lea")
            for name in ["", String(repeating: "é", count: 51)] {
                let refused = try await api.createKey("read", name: name)
                #expect(try refused.refusal == "422 validation_failed")
                #expect(try refused.pointers == ["/name"])
            }
        }
    }

    @Test("neither a tenant's key nor an admin key creates a key of the installation here")
    func refused() async throws {
        try await TestAPI.run { api in
            for key in [api.secretKey, api.adminKey] {
                let refused = try await api.createKey("admin", key: key)
                #expect(try refused.refusal == "422 validation_failed")
                #expect(try refused.pointers == ["/kind"])
            }
            let read = try await api.createKey("read", key: api.readKey)
            #expect(try read.refusal == "403 forbidden")
            #expect(try await api.createKey("read", key: api.adminKey).status == 201)
        }
    }

    @Test("a key of another tenant, of the installation, and an unknown one are not found")
    func foreign() async throws {
        try await TestAPI.run { api in
            let other = try await TestTenant.create()
            let key = try #require(APIKey(parsing: try await other.key(.secret)))
            let admin = try #require(APIKey(parsing: api.adminKey))
            for id in [key.keyID, admin.keyID, "unknown", "%00"] {
                let refused = try await api.revokeKey(id)
                #expect(refused.status == 404 || id == "%00", "\(refused.text)")
                #expect(refused.status < 500)
            }
            let found = try await other.database.call(AuthenticateAPIKey(keyID: key.keyID))
            #expect(found.count == 1)
        }
    }
}

extension TestAPI {
    fileprivate func createKey(
        _ kind: String, name: String? = nil, key: String? = nil, idempotencyKey: String? = nil
    ) async throws -> RawHTTPResponse {
        let named = name.map { #","name":"\#($0)""# } ?? ""
        return try await send(
            "createAPIKey", "POST", "/v1/admin/keys", key: key ?? secretKey,
            headers: [("Content-Type", "application/json"), ("Hearth-Tenant", tenant.slug)]
                + (idempotencyKey.map { [("Idempotency-Key", $0)] } ?? []),
            body: Array(#"{"kind":"\#(kind)"\#(named)}"#.utf8))
    }

    fileprivate func revokeKey(_ id: String) async throws -> RawHTTPResponse {
        try await send("revokeAPIKey", "DELETE", "/v1/admin/keys/\(id)", key: secretKey)
    }
}
