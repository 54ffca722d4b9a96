import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Lists API keys by their ids.
struct KeysList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List API keys by their ids; the keys themselves cannot be shown.",
        discussion: """
            Without --tenant, the keys of the installation and of every tenant, at most the newest \
            1,000 of each. Keys themselves are not stored.

            Example: hearth keys list --tenant myapp
            """)

    @Option(help: "The tenant's slug.", completion: .tenants)
    var tenant: String?

    @OptionGroup var database: DatabaseOption

    @Flag(help: "Print JSON.")
    var json = false

    static let columns: [Column] = [
        "key_id", "kind", "name", "tenant", "created_at", "last_used_at", "revoked_at",
    ]

    func run() async throws {
        try await database.run { installation in
            let keys = try await keys(in: installation)
            if json { return print(JSONValue.page(keys).indented) }
            Table(Self.columns, keys).print()
        }
    }

    private func keys(in installation: DatabaseOption.Installation) async throws -> [JSONValue] {
        let database = installation.database
        if let tenant {
            let id = try await installation.tenantID(tenant)
            return try await Self.keys(of: tenant, id, in: database)
        }
        var keys = try await database.call(ListAdminKeys()).map { key in
            Self.row(
                key.keyID, "admin", key.name, of: nil, key.createdAt, key.lastUsedAt, key.revokedAt)
        }
        try await ListTenants.forEach(in: database) { tenant in
            keys += try await Self.keys(of: tenant.slug, tenant.tenantID, in: database)
        }
        return keys
    }

    private static func keys(
        of slug: String, _ tenant: TenantID, in database: Database
    ) async throws -> [JSONValue] {
        try await database.call(ListAPIKeys(), in: tenant).map { key in
            row(
                key.keyID, key.kind, key.name, of: slug, key.createdAt, key.lastUsedAt,
                key.revokedAt)
        }
    }

    private static func row(
        _ keyID: String, _ kind: String, _ name: String?, of tenant: String?,
        _ createdAt: Timestamp, _ lastUsedAt: Timestamp?, _ revokedAt: Timestamp?
    ) -> JSONValue {
        .members([
            "key_id": .string(keyID), "kind": .string(kind),
            "name": name.map(JSONValue.string) ?? .null,
            "tenant": tenant.map(JSONValue.string) ?? .null,
            "created_at": .string(createdAt.rfc3339),
            "last_used_at": lastUsedAt.map { .string($0.rfc3339) } ?? .null,
            "revoked_at": revokedAt.map { .string($0.rfc3339) } ?? .null,
        ])
    }
}
