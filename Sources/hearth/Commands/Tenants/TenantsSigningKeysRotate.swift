import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Adds a key with which a tenant's statements for phones are signed.
struct TenantsSigningKeysRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Add a key for GET /v1/me/token; it signs an hour later.",
        discussion: """
            A tenant's first key signs at once. The old key signs until then, and stays \
            published until its last statement has ended.

            Example: hearth tenants signing-keys rotate myapp
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Flag(help: "Sign with the new key at once and drop all others, for example after a theft.")
    var atOnce = false

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        let key = SigningKey()
        let publicKey = key.publicKey
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let sealed = try await installation.sealingBox().seal(
                key.privateBytes, for: publicKey.sealingContext(of: id))
            let row = try await installation.database.callOne(
                RotateSigningKey(
                    keyID: publicKey.id, sealed: sealed, publicKey: publicKey.point,
                    isAtOnce: atOnce),
                in: id)
            print("\(tenant): key \(publicKey.id) signs from \(row.signsFrom.rfc3339)")
        }
    }
}
