import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_webhook_secrets")
struct GetWebhookSecretsTests {
    @Test("only the tenant's own secrets are returned, by kind and slot")
    func ownSecrets() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await tenant.set("signature", 2, sealed(1))
        try await tenant.set("authorization", 1, sealed(2))
        try await other.set("signature", 1, sealed(3))
        let found = try await tenant.secrets()
        #expect(found.map(\.kind) == ["authorization", "signature"])
        #expect(found.map(\.slot) == [1, 2])
        #expect(try await other.secrets().map(\.sealed) == [sealed(3)])
    }
}
