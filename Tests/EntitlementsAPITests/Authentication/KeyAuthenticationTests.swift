import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Access by key")
struct KeyAuthenticationTests {
    private static let lookup = ("getEntitlements", "/v1/users/u/entitlements")
    private static let list = ("listWebhookEvents", "/v1/admin/webhook_events")

    @Test("each kind of key opens its routes")
    func kinds() async throws {
        try await TestAPI.run { api in
            let tenant = [("Hearth-Tenant", api.tenant.slug)]
            let supportKey = try await api.tenant.key(.support)
            for (key, headers, lookup, list) in [
                (api.readKey, [], 200, 403), (api.secretKey, [], 200, 200),
                (supportKey, [], 200, 200),
                (api.adminKey, tenant, 200, 200), (api.adminKey, [], 400, 400),
                (api.readKey, tenant, 200, 403), (api.secretKey, tenant, 200, 200),
            ] {
                let first = try await api.get(
                    Self.lookup.0, Self.lookup.1, key: key, headers: headers)
                let second = try await api.get(Self.list.0, Self.list.1, key: key, headers: headers)
                #expect([first.status, second.status] == [lookup, list])
            }
        }
    }

    @Test(
        "each malformed or unknown credential is 401",
        arguments: [
            "", "Bearer", "Bearer ", "Basic dTpw", "Bearer hello", "Bearer  x",
            "Bearer hearth_read_0000000000000000_000000000000000000000000000000000",
        ])
    func wrong(_ authorization: String) async throws {
        try await TestAPI.run { api in
            let response = try await api.send(
                Self.lookup.0, "GET", Self.lookup.1, headers: [("Authorization", authorization)])
            #expect(response.status == 401)
            #expect(try response.code == "unauthorized")
            #expect(response["www-authenticate"]?.hasPrefix("Bearer realm=") == true)
        }
    }

    @Test("a missing credential and an unknown key are 401")
    func unknownKeys() async throws {
        try await TestAPI.run { api in
            let absent = try await api.send(Self.lookup.0, "GET", Self.lookup.1)
            #expect(absent.status == 401)
            var generator = SystemRandomNumberGenerator()
            let unmade = APIKey.generate(kind: .secret, using: &generator)
            let unknown = try await api.get(Self.lookup.0, Self.lookup.1, key: unmade.text)
            #expect(unknown.status == 401)
        }
    }

    @Test("the scheme is case-insensitive, and two credentials are refused")
    func scheme() async throws {
        try await TestAPI.run { api in
            let lower = try await api.send(
                Self.lookup.0, "GET", Self.lookup.1,
                headers: [("authorization", "bearer \(api.readKey)")])
            #expect(lower.status == 200)
            let twice = try await api.send(
                Self.lookup.0, "GET", Self.lookup.1, key: api.readKey,
                headers: [("Authorization", "Bearer \(api.readKey)")])
            #expect(twice.status == 400)
        }
    }

    @Test("only an admin key may name another tenant")
    func otherTenant() async throws {
        try await TestAPI.run { api in
            let other = try await TestTenant.create()
            for (key, named, status) in [
                (api.secretKey, other.slug, 404), (api.readKey, "no-such-tenant", 404),
                (api.adminKey, other.slug, 200), (api.adminKey, "no-such-tenant", 404),
                (api.adminKey, "No Slug", 404),
            ] {
                let response = try await api.get(
                    Self.lookup.0, Self.lookup.1, key: key, headers: [("Hearth-Tenant", named)])
                #expect(response.status == status)
                if status == 404 { #expect(try response.code == "tenant_not_found") }
            }
        }
    }

    @Test("a revoked key is refused once the cache is invalidated")
    func revoked() async throws {
        try await TestAPI.run { api in
            let before = try await api.get(Self.lookup.0, Self.lookup.1)
            #expect(before.status == 200)
            let key = try #require(APIKey(parsing: api.readKey))
            _ = try await api.tenant.database.call(
                RevokeAPIKey(keyID: key.keyID, actor: "test"), in: api.tenant.id)
            api.credentials.invalidate()
            let after = try await api.get(Self.lookup.0, Self.lookup.1)
            #expect(after.status == 401)
        }
    }
}
