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
            secret: all routes of one tenant, for its server. support: the people of one tenant, \
            for the support desk. read: lookups of one tenant. admin: the whole installation. \
            Only a digest is stored, so a lost key cannot be shown again.

            Example: hearth keys create --kind support --name Lea --tenant myapp
            """)

    @Option(help: "secret, support, read or admin.")
    var kind: APIKey.Kind

    @Option(
        help: "The tenant's slug; an admin key has none.", completion: .tenants)
    var tenant: String?

    @Option(help: "Who or what has the key, for lists and the audit.")
    var name: String?

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        guard (kind == .admin) == (tenant == nil) else {
            throw ValidationError(
                kind == .admin
                    ? "An admin key has no tenant: omit --tenant."
                    : "Name the key's tenant with --tenant <slug>.")
        }
        if let name, !(1...APIKey.maximumNameBytes).contains(name.utf8.count) {
            throw ValidationError("A name has 1 to \(APIKey.maximumNameBytes) bytes.")
        }
    }

    func run() async throws {
        var random = SystemRandomNumberGenerator()
        let key = APIKey.generate(kind: kind, using: &random)
        try await database.run { installation in
            guard let tenant else {
                return try await installation.database.callOne(
                    CreateAdminKey(keyID: key.keyID, digest: key.digest, name: name))
            }
            let id = try await installation.tenantID(tenant)
            try await installation.database.callOne(
                CreateAPIKey(
                    keyID: key.keyID, kind: kind.rawValue, digest: key.digest,
                    actor: OperatorAPI.actorName, name: name),
                in: id)
        }
        print(key.text)
    }
}
