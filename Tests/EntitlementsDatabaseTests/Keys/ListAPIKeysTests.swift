import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_api_keys")
struct ListAPIKeysTests {
    @Test("a tenant's keys are listed, revoked ones with their time, and no other tenant's")
    func keys() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let (read, secret) = (TestKey(.read), TestKey(.secret))
        try await tenant.create(read, "read")
        try await tenant.create(secret, "secret")
        _ = try await tenant.database.call(
            RevokeAPIKey(keyID: read.keyID, actor: "test"), in: tenant.id)
        let rows = try await tenant.database.call(ListAPIKeys(), in: tenant.id)
        #expect(rows.map(\.keyID) == [secret.keyID, read.keyID])
        #expect(rows.map(\.kind) == ["secret", "read"])
        #expect(rows.map { $0.revokedAt == nil } == [true, false])
        #expect(try await other.database.call(ListAPIKeys(), in: other.id).isEmpty)
    }
}
