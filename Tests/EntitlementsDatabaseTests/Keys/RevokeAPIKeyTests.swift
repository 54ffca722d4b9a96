import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("revoke_api_key")
struct RevokeAPIKeyTests {
    @Test("a revoked key is not found, and a repetition keeps the first time")
    func revoked() async throws {
        let tenant = try await TestTenant.create()
        let key = TestKey(.read)
        let kept = TestKey(.read)
        for key in [key, kept] { try await tenant.create(key, "read") }
        try await tenant.revoke(key)
        let first = try await revokedAt(key)
        #expect(first != nil)
        try await tenant.revoke(key)
        #expect(try await revokedAt(key) == first)
        let entries = try await tenant.keyEntries().filter { $0.hasPrefix("revoke_key") }
        #expect(entries == ["revoke_key test \(key.keyID) null"])
        let database = tenant.database
        #expect(try await database.call(AuthenticateAPIKey(keyID: key.keyID)).isEmpty)
        #expect(try await database.call(AuthenticateAPIKey(keyID: kept.keyID)).count == 1)
    }

    @Test("an unknown or another tenant's key is not found")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let key = TestKey(.secret)
        await expectFailure(.apiKeyNotFound) { try await tenant.revoke(key) }
        try await other.create(key, "secret")
        await expectFailure(.apiKeyNotFound) { try await tenant.revoke(key) }
        #expect(try await tenant.database.call(AuthenticateAPIKey(keyID: key.keyID)).count == 1)
    }

    @Test("sixteen simultaneous calls revoke a key")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        let key = TestKey(.secret)
        try await tenant.create(key, "secret")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 { group.addTask { try await tenant.revoke(key) } }
            try await group.waitForAll()
        }
        #expect(try await tenant.database.call(AuthenticateAPIKey(keyID: key.keyID)).isEmpty)
    }

    private func revokedAt(_ key: TestKey) async throws -> String? {
        try await TestDatabase.shared.administer(
            "select revoked_at from entitlements.api_keys where key_id = '\(key.keyID)'"
        ).first?.first ?? nil
    }
}

extension TestTenant {
    fileprivate func revoke(_ key: TestKey) async throws {
        _ = try await database.call(RevokeAPIKey(keyID: key.keyID, actor: "test"), in: id)
    }
}
