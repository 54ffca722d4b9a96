import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Lists API keys by their ids.
struct KeyList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List API keys: id, kind, tenant, creation, and revocation if revoked.",
        discussion: """
            Without --tenant, the keys of the installation and of every tenant, at most the newest \
            1,000 of each. Keys themselves are not stored, and cannot be shown.
            """)

    @Option(help: "The tenant's slug.")
    var tenant: String?

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            let database = installation.database
            if let tenant {
                let id = try await installation.tenantID(tenant)
                return try await Self.printKeys(of: tenant, id, in: database)
            }
            for key in try await database.call(ListAdminKeys()) {
                Self.printLine(key.keyID, "admin", "–", key.createdAt, key.revokedAt)
            }
            try await ListTenants.forEach(in: database) { tenant in
                try await Self.printKeys(of: tenant.slug, tenant.tenantID, in: database)
            }
        }
    }

    private static func printKeys(
        of slug: String, _ tenant: TenantID, in database: Database
    ) async throws {
        for key in try await database.call(ListAPIKeys(), in: tenant) {
            printLine(key.keyID, key.kind, slug, key.createdAt, key.revokedAt)
        }
    }

    private static func printLine(
        _ keyID: String, _ kind: String, _ tenant: String, _ createdAt: Timestamp,
        _ revokedAt: Timestamp?
    ) {
        let end = revokedAt.map { ["revoked \($0)"] } ?? []
        printRow([keyID, kind, tenant, "\(createdAt)"] + end)
    }
}
