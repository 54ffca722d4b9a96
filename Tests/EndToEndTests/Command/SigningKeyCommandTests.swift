import Entitlements
import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth tenants signing-keys")
    struct SigningKeyCommandTests {
        @Test("a first key signs at once, a second later, and one at once replaces both")
        func rotate() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                let environment = [
                    "DATABASE_URL": own.connectionString,
                    "HEARTH_ENCRYPTION_KEY": Data(repeating: 7, count: 32).base64EncodedString(),
                ]
                let rotate = ["tenants", "signing-keys", "rotate", tenant.slug]
                for count in 1...2 {
                    let done = try await HearthProcess.run(rotate, environment: environment)
                    #expect(done.exit == .status(0), "\(done.error)")
                    let key = try #require(try await tenant.signingKeys().first)
                    #expect(done.output.hasPrefix("\(tenant.slug): key \(key.keyID) signs from "))
                    #expect(try await tenant.signingKeys().count == count)
                    let opened = try SecretBox.forTests().open(
                        key.sealed,
                        for: PublicSigningKey(point: key.publicKey).sealingContext(of: tenant.id))
                    #expect(SigningKey(privateBytes: opened)?.publicKey.id == key.keyID)
                }
                let third = try await HearthProcess.run(rotate, environment: environment)
                #expect(third.exit == .status(65))
                #expect(third.error.contains("does not sign yet"))
                let atOnce = try await HearthProcess.run(
                    rotate + ["--at-once"], environment: environment)
                #expect(atOnce.exit == .status(0))
                #expect(try await tenant.signingKeys().count == 1)
            }
        }
    }
}
