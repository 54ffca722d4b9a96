package import Postgres

/// Counts the findings of each kind of each tenant, zeros included.
package struct CountFindings: CrossTenantCall {
    package static let function = "count_findings"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("tenant_slug", .text),
        Column("kind", .text),
        Column("findings", .int8),
    ]

    package struct Row: Sendable {
        package let tenantSlug: String
        package let kind: String
        package let findings: Int64
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantSlug: try row.next(),
            kind: try row.next(),
            findings: try row.next()
        )
    }
}
