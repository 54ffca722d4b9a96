package import Postgres

/// Returns the origins of all tenants' pages, each once.
package struct ListOrigins: CrossTenantCall {
    package static let function = "list_origins"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [Column("origin", .text)]

    package struct Row: Sendable {
        package let origin: String
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(origin: try row.next())
    }
}
