import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("revoke_admin_key")
struct RevokeAdminKeyTests {
    @Test("simultaneous calls revoke a key, which is then not found")
    func revoked() async throws {
        let database = try await TestDatabase.shared.database()
        let key = TestKey(.admin)
        _ = try await database.call(CreateAdminKey(keyID: key.keyID, digest: key.digest))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask { _ = try await database.call(RevokeAdminKey(keyID: key.keyID)) }
            }
            try await group.waitForAll()
        }
        #expect(try await database.call(AuthenticateAPIKey(keyID: key.keyID)).isEmpty)
    }

    @Test("an unknown key or a tenant's key is not found")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let key = TestKey(.secret)
        try await tenant.create(key, "secret")
        await expectFailure(.apiKeyNotFound) {
            try await tenant.database.call(RevokeAdminKey(keyID: key.keyID))
        }
        #expect(try await tenant.database.call(AuthenticateAPIKey(keyID: key.keyID)).count == 1)
    }
}
