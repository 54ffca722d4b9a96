package import Entitlements
package import FoundationEssentials
package import Postgres

/// Creates or updates a tenant and its whole catalog, atomically; a dry run undoes it.
///
/// Fails with `removal_not_allowed`, and with `time_zone_unknown`.
package struct ApplyTenant: CrossTenantCall {
    package static let function = "apply_tenant"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("slug", \.slug),
        Parameter("definition", \.definition),
        Parameter("source", \.source),
        Parameter("applied_by", \.appliedBy),
        Parameter("allows_removal", \.allowsRemoval),
        Parameter("is_dry_run", \.isDryRun),
    ]
    package static let columns = [
        Column("tenant_id", .uuid),
        Column("outcome", .text),
        Column("plan", .json),
    ]

    package struct Row: Sendable {
        package let tenantID: UUID
        /// `created`, `updated` or `unchanged`.
        package let outcome: String
        /// What changes, as JSON; nil if nothing does.
        package let plan: [UInt8]?
    }

    package let slug: String
    /// `TenantDefinition.canonicalJSON`.
    package let definition: JSONBText
    /// The file's text.
    package let source: String?
    /// The person or the key that applies it, for the history.
    package let appliedBy: String
    /// Whether it may take access, or names that apps ask for, from people.
    package let allowsRemoval: Bool
    package let isDryRun: Bool

    package init(
        _ definition: TenantDefinition, source: String?, appliedBy: String,
        allowsRemoval: Bool, isDryRun: Bool = false
    ) throws {
        slug = definition.slug.rawValue
        self.definition = JSONBText(bytes: try definition.canonicalJSON)
        self.source = source
        self.appliedBy = appliedBy
        self.allowsRemoval = allowsRemoval
        self.isDryRun = isDryRun
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantID: try row.next(),
            outcome: try row.next(),
            plan: try row.nextIfPresent(JSONText.self)?.bytes
        )
    }
}
