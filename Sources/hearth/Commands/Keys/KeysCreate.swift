import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

extension APIKey.Kind: ExpressibleByArgument {}

/// Creates an API key and prints it; it cannot be shown again.
struct KeysCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an API key and print it once.",
        discussion: """
            secret: all routes of one tenant, for its server. read: lookups of one tenant. admin: \
            the whole installation. Only a digest is stored, so a lost key cannot be shown again.

            Example: hearth keys create --kind secret --tenant myapp
            """)

    @Option(help: "secret, read or admin.")
    var kind: APIKey.Kind

    @Option(
        help: "The tenant's slug; an admin key has none.", completion: .tenants)
    var tenant: String?

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        guard (kind == .admin) == (tenant == nil) else {
            throw ValidationError(
                kind == .admin
                    ? "An admin key has no tenant: omit --tenant."
                    : "Name the key's tenant with --tenant <slug>.")
        }
    }

    func run() async throws {
        var random = SystemRandomNumberGenerator()
        let key = APIKey.generate(kind: kind, using: &random)
        try await database.run { installation in
            guard let tenant else {
                return try await installation.database.callOne(
                    CreateAdminKey(keyID: key.keyID, digest: key.digest))
            }
            let id = try await installation.tenantID(tenant)
            try await installation.database.callOne(
                CreateAPIKey(
                    keyID: key.keyID, kind: kind.rawValue, digest: key.digest,
                    actor: OperatorAPI.actorName),
                in: id)
        }
        print(key.text)
    }
}
