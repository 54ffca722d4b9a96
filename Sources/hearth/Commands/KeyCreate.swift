import ArgumentParser
import Entitlements
import EntitlementsDatabase

extension APIKey.Kind: ExpressibleByArgument {}

/// Makes an API key and shows it, this once.
struct KeyCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make an API key and show it, this once.",
        discussion: """
            secret: everything of one tenant, for its server. read: lookups of one tenant. admin: \
            the whole installation. Only a digest is stored, so a lost key cannot be shown again.
            """)

    @Option(help: "secret, read or admin.")
    var kind: APIKey.Kind

    @Option(help: "The tenant's slug; an admin key has none.")
    var tenant: String?

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        guard (kind == .admin) == (tenant == nil) else {
            throw ValidationError(
                kind == .admin
                    ? "An admin key is the installation's: leave --tenant away."
                    : "Say whose key it is with --tenant <slug>.")
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
                CreateAPIKey(keyID: key.keyID, kind: kind.rawValue, digest: key.digest), in: id)
        }
        print(key.text)
    }
}
