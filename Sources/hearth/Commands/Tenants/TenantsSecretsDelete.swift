import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Deletes a tenant's secret.
struct TenantsSecretsDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a secret; webhooks and tokens signed with it are refused.",
        discussion: """
            Without an API key, no app user is read from RevenueCat.

            Example: hearth tenants secrets delete myapp --kind authorization --slot 1
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Option(help: TenantSecret.help)
    var kind: TenantSecret

    @Option(help: TenantSecret.slotHelp)
    var slot: Int32?

    @Option(help: TenantSecret.issuerHelp)
    var issuer: String?

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        try kind.validate(slot: slot, issuer: issuer)
        if kind.hasSlots, slot == nil {
            throw ValidationError("Missing expected argument '--slot <slot>'")
        }
    }

    func run() async throws {
        let slot = slot ?? 1
        try await database.run { installation in
            try await installation.database.callOne(
                DeleteSecret(kind: kind.storedKind, name: issuer ?? "", slot: slot),
                in: try await installation.tenantID(tenant))
        }
        print("\(tenant): \(kind.hasSlots ? "slot \(slot) of " : "")\(kind.rawValue) is empty")
    }
}
