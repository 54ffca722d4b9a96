import ArgumentParser
import EntitlementsDatabase

/// Lists the files that were applied to a tenant.
struct TenantHistory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the files that were applied to a tenant: version, time and actor.")

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            for row in try await installation.database.call(ListDefinitions(), in: id) {
                printRow(["\(row.definitionVersion)", "\(row.appliedAt)", row.appliedBy])
            }
        }
    }
}
