import ArgumentParser
import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// The endpoint that a command is about.
struct EndpointOptions: ParsableArguments {
    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(help: "The endpoint's id.")
    var id: IDArgument

    @OptionGroup var database: DatabaseOption

    var endpoint: UUID { id.uuid }

    /// Calls with the installation and the tenant.
    func run(
        _ body: @Sendable @escaping (DatabaseOption.Installation, TenantID) async throws -> Void
    ) async throws {
        try await database.run { installation in
            try await body(installation, try await installation.tenantID(tenant))
        }
    }
}

/// A secret of an endpoint, made here and shown once.
struct NewEndpointSecret {
    private let secret: EndpointSecret
    let sealed: [UInt8]

    init(of endpoint: UUID, of tenant: TenantID, sealedBy box: SecretBox) throws {
        var random = SystemRandomNumberGenerator()
        secret = EndpointSecret(
            bytes: (0..<EndpointSecret.byteCount).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            })
        sealed = try box.seal(
            secret.bytes, for: EndpointSecret.sealingContext(of: endpoint, of: tenant))
    }

    /// Prints an answer with the secret, as the API gives it.
    func print(with answer: [UInt8]) {
        var json = JSONWriter()
        json.beginObject()
        json.name("secret")
        json.string(secret.text)
        json.members(ofJSON: answer)
        json.endObject()
        printJSON(json.bytes)
    }
}

extension ChangeKind: ExpressibleByArgument {}
extension PurchaseEnvironment: ExpressibleByArgument {}
