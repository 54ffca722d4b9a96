import ArgumentParser
import EntitlementsDatabase

/// Lists the tenants of the installation.
struct TenantList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tenants: slug, name, version and last change.")

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            try await ListTenants.forEach(in: installation.database) { tenant in
                printRow([
                    "\(tenant.slug)", tenant.name, "version \(tenant.definitionVersion)",
                    "\(tenant.updatedAt)",
                ])
            }
        }
    }
}
