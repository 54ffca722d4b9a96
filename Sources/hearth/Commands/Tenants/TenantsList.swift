import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Lists the tenants of the installation.
struct TenantsList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tenants, and when their files last changed.",
        discussion: "Example: hearth tenants list")

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var database: DatabaseOption

    static let columns: [Column] = ["slug", "name", "version", "updated_at"]

    func run() async throws {
        try await database.run { installation in
            var rows: [JSONValue] = []
            try await ListTenants.forEach(in: installation.database) { tenant in
                rows.append(
                    .members([
                        "slug": .string(tenant.slug), "name": .string(tenant.name),
                        "version": .integer(tenant.definitionVersion),
                        "updated_at": .string(tenant.updatedAt.rfc3339),
                    ]))
            }
            if json { return print(JSONValue.page(rows).indented) }
            Table(Self.columns, rows).print()
        }
    }
}
