package import Postgres

/// Returns a tenant's access to RevenueCat's REST API.
///
/// No row: the tenant has no key.
package struct GetUpstream: TenantCall {
    package static let function = "get_upstream"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("sealed_key", .bytea),
        Column("api", .text),
        Column("project", .text),
    ]

    package struct Row: Sendable {
        package let sealedKey: [UInt8]
        /// `v1` or `v2`, as the tenant file says.
        package let api: String
        /// Set for v2.
        package let project: String?
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            sealedKey: try row.next(),
            api: try row.next(),
            project: try row.nextIfPresent()
        )
    }
}
