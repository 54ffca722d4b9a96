import ArgumentParser
import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// Creates an endpoint and prints it with its secret, which cannot be shown again.
struct EndpointCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create an endpoint, and print it with its secret, which is shown once.",
        discussion: """
            Delivers changes from now on, signed as Standard Webhooks says. Use `hearth endpoint \
            replay` for earlier ones.

            Example: hearth endpoint create myapp https://app.example/hearth
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(help: "The address: https, and http only in development.")
    var url: String

    @Option(
        name: .customLong("kind"),
        help: "A kind of changes to deliver; may be repeated. Without it, all are.")
    var kinds: [ChangeKind] = []

    @Option(
        name: .customLong("environment"),
        help: "production or sandbox; may be repeated. Without it, production.")
    var environments: [PurchaseEnvironment] = []

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            let tenantID = try await installation.tenantID(tenant)
            let id = UUID()
            let box = try await installation.sealingBox()
            let secret = try NewEndpointSecret(
                of: id, of: tenantID, sealedBy: box)
            let answer = try await installation.database.callOne(
                CreateEndpoint(
                    endpointID: id, url: try installation.endpointURL(url),
                    kinds: kinds.isEmpty ? nil : kinds, sealed: secret.sealed,
                    actor: AnswerOptions.actor,
                    environments: environments.isEmpty ? [.production] : Set(environments)),
                in: tenantID)
            secret.print(with: answer.json)
        }
    }
}

extension DatabaseOption.Installation {
    /// Throws a message that says which addresses are allowed.
    func endpointURL(_ text: String) throws -> EndpointURL {
        guard let url = EndpointURL(text, isDevelopment: isDevelopment) else {
            throw OperatorMessage(
                "the endpoint cannot have this address", why: "it is not a plain https URL",
                advice: EndpointURL.expectation, exitStatus: .invalidData)
        }
        return url
    }
}
