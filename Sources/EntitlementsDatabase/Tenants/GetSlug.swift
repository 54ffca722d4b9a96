package import Postgres

/// Returns the slug of the call's tenant; no row if it does not exist.
package struct GetSlug: TenantCall {
    package static let function = "get_slug"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [Column("slug", .text)]

    package struct Row: Sendable {
        package let slug: String
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(slug: try row.next())
    }
}
