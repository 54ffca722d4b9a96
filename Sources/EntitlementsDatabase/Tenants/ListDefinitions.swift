package import Entitlements
package import Postgres

/// Returns the files that were applied to a tenant, newest first, at most 200.
package struct ListDefinitions: TenantCall {
    package static let function = "list_definitions"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("definition_version", .int8),
        Column("applied_at", .timestamptz),
        Column("applied_by", .text),
    ]

    package struct Row: Sendable {
        package let version: Int64
        package let appliedAt: Timestamp
        package let appliedBy: String
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            version: try row.next(),
            appliedAt: try row.next(),
            appliedBy: try row.next()
        )
    }
}
