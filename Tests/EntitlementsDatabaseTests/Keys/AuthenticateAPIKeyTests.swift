import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("authenticate_api_key")
struct AuthenticateAPIKeyTests {
    @Test("a tenant's key is returned with its tenant, kind and digest")
    func tenantKey() async throws {
        let tenant = try await TestTenant.create()
        let key = TestKey(.secret)
        try await tenant.create(key, "secret")
        let found = try await tenant.database.callOne(AuthenticateAPIKey(keyID: key.keyID))
        #expect(found.tenantID == tenant.id)
        #expect(found.tenantSlug == tenant.slug)
        #expect(found.kind == "secret")
        #expect(found.digest == key.digest)
    }

    @Test("an admin key belongs to no tenant")
    func adminKey() async throws {
        let database = try await TestDatabase.shared.database()
        let key = TestKey(.admin)
        _ = try await database.call(CreateAdminKey(keyID: key.keyID, digest: key.digest))
        let found = try await database.callOne(AuthenticateAPIKey(keyID: key.keyID))
        #expect(found.tenantID == nil)
        #expect(found.tenantSlug == nil)
        #expect(found.kind == "admin")
        #expect(found.digest == key.digest)
    }

    @Test("an unknown key id has no row", arguments: ["", "nobody", "' or true --"])
    func unknown(keyID: String) async throws {
        let database = try await TestDatabase.shared.database()
        #expect(try await database.call(AuthenticateAPIKey(keyID: keyID)).isEmpty)
    }
}
