package import Entitlements
import Postgres

extension ApplyTenant {
    /// The definition as its canonical JSON, with the text of its file.
    package init(
        _ definition: TenantDefinition, source: String?, appliedBy: String,
        allowsRemoval: Bool, isDryRun: Bool = false
    ) throws {
        self.init(
            slug: definition.slug.rawValue,
            definition: JSONBText(bytes: try definition.canonicalJSON), source: source,
            appliedBy: appliedBy, allowsRemoval: allowsRemoval, isDryRun: isDryRun)
    }
}

extension PutCatalog {
    package init(_ applied: ApplyTenant) {
        self.init(
            slug: applied.slug, definition: applied.definition, source: applied.source,
            appliedBy: applied.appliedBy, allowsRemoval: applied.allowsRemoval,
            isDryRun: applied.isDryRun)
    }
}

extension ListTenants {
    private static let pageLimit: Int32 = 500

    /// Calls the body with every tenant of the installation, by slug.
    package static func forEach(
        in database: Database, _ body: (Row) async throws -> Void
    ) async throws {
        var last: Row?
        repeat {
            let page = try await database.call(
                ListTenants(pageLimit: pageLimit, afterSlug: last?.slug))
            for tenant in page { try await body(tenant) }
            last = page.count == pageLimit ? page.last : nil
        } while last != nil
    }
}

extension ExamineTenant.Row {
    /// Refused webhooks: how many, and the latest one.
    package struct Refused: Sendable, Equatable {
        package let count: Int64
        package let reason: String
        package let lastAt: Timestamp

        package init(count: Int64, reason: String, lastAt: Timestamp) {
            self.count = count
            self.reason = reason
            self.lastAt = lastAt
        }
    }

    /// The refused webhooks of the last 24 hours; nil: none was refused.
    package var refused: Refused? {
        get {
            guard let refusals, let refusedReason, let lastRefusedAt else { return nil }
            return Refused(count: refusals, reason: refusedReason, lastAt: lastRefusedAt)
        }
        set {
            (refusals, refusedReason, lastRefusedAt) = (
                newValue?.count, newValue?.reason, newValue?.lastAt
            )
        }
    }
}
