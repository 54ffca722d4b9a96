import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Prints a map for HAProxy, which routes requests by their tenant.
struct TenantsMap: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map", abstract: "Print which tenants this database has, as a map of HAProxy.",
        discussion: """
            A line for each tenant that is served here: its slug and the backend. Webhooks have \
            the slug in their path, and end users and admin keys in Hearth-Tenant. With --keys, \
            a line for each API key by its id, because a server's key names no tenant. Join the \
            maps of all databases; examples/haproxy uses them.

            Example: hearth tenants map --backend db1 > db1.tenants.map
            """)

    @Option(help: "HAProxy's name of the servers that use this database.")
    var backend: String

    @Flag(help: "Print the ids of API keys instead of slugs.")
    var keys = false

    @Option(help: "Only this tenant, by its slug.")
    var tenant: String?

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            if let tenant {
                let id = try await installation.tenantID(tenant)
                return try await printLines(of: tenant, id, installation.database)
            }
            try await ListTenants.forEach(in: installation.database) { tenant in
                try await printLines(of: tenant.slug, tenant.tenantID, installation.database)
            }
        }
    }

    private func printLines(
        of slug: String, _ tenant: TenantID, _ database: Database
    ) async throws {
        guard keys else { return printLine("\(slug) \(backend)") }
        for key in try await database.call(ListAPIKeys(), in: tenant) where key.revokedAt == nil {
            printLine("\(key.keyID) \(backend)")
        }
    }
}
