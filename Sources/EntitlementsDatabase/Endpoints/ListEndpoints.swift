import Entitlements
package import Postgres

/// Returns the endpoints of a tenant, oldest first; there are few.
package struct ListEndpoints: TenantCall {
    package static let function = "list_endpoints"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [Column("answer", .json)]

    /// JSON text.
    package typealias Row = [UInt8]

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> [UInt8] {
        try row.next(JSONText.self).bytes
    }
}
