import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("get_signing_keys")
struct GetSigningKeysTests {
    @Test("a tenant has none at first, and only its own")
    func own() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let rotated = try await other.rotateSigningKey()
        #expect(try await tenant.signingKeys().isEmpty)
        let row = try #require(try await other.signingKeys().first)
        #expect(row.keyID == rotated.key.id)
        #expect(row.publicKey == rotated.key.point)
        #expect(PublicSigningKey(point: row.publicKey).id == row.keyID)
    }

    @Test("a private key opens in its own tenant only")
    func sealed() async throws {
        let tenant = try await TestTenant.create()
        let rotated = try await tenant.rotateSigningKey()
        let row = try #require(try await tenant.signingKeys().first)
        let box = try SecretBox.forTests()
        let opened = try box.open(row.sealed, for: rotated.key.sealingContext(of: tenant.id))
        #expect(SigningKey(privateBytes: opened)?.publicKey == rotated.key)
        #expect(throws: Failure.self) {
            try box.open(row.sealed, for: rotated.key.sealingContext(of: TenantID()))
        }
    }
}
