package import FoundationEssentials
package import Postgres

/// Creates or updates a tenant and its whole catalog, atomically.
///
/// `definition` is `TenantDefinition.canonicalJSON`. The outcome is `created`, `updated` or
/// `unchanged`.
package struct ApplyTenant: CrossTenantCall {
    package static let function = "apply_tenant"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("slug", \.slug),
        Parameter("definition", \.definition),
    ]
    package static let columns = [
        Column("tenant_id", .uuid),
        Column("outcome", .text),
    ]

    package struct Row: Sendable {
        package let tenantID: UUID
        package let outcome: String
    }

    package let slug: String
    package let definition: JSONBText

    package init(slug: String, definition: JSONBText) {
        self.slug = slug
        self.definition = definition
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantID: try row.next(),
            outcome: try row.next()
        )
    }
}
