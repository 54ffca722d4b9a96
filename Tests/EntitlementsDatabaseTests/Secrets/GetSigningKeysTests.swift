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

    @Test("a key that signs was published an hour before, and is for a day after")
    func withoutGap() async throws {
        let tenant = try await TestTenant.create()
        let start: Timestamp = "2026-11-01T00:00:00Z"
        let rotations: Set<Int> = [0, 3, 7, 60, 63, 110, 150, 153, 160, 300]
        var published: [Set<String>] = []
        var signers: [String] = []
        for step in 0..<400 {
            let moment = start.advanced(bySeconds: Int64(step) * 1_800)
            if rotations.contains(step) { try await tenant.rotateSigningKey(at: moment) }
            let keys = try await tenant.signingKeys(at: moment)
            published.append(Set(keys.map(\.keyID)))
            signers.append(try #require(keys.first { $0.signsFrom <= moment }).keyID)
        }
        #expect(Set(signers).count == rotations.count)
        for step in signers.indices {
            let known = published[max(step - 2, 0)...min(step + 48, published.count - 1)]
            #expect(known.allSatisfy { $0.contains(signers[step]) }, "step \(step)")
        }
        // Keys that verify nothing any more are not kept.
        #expect(published.last?.count == 1)
    }
}
