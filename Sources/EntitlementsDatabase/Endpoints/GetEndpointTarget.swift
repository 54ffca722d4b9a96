import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns where deliveries go, with each live secret, the newest first.
///
/// Fails with `endpoint_not_found`.
package struct GetEndpointTarget: TenantCall {
    package static let function = "get_endpoint_target"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [Parameter("endpoint_id", \.endpointID)]
    package static let columns = [Column("url", .text), Column("sealed", .bytea)]

    package struct Row: Sendable {
        package let url: String
        package let sealed: [UInt8]
    }

    package let endpointID: UUID

    package init(endpointID: UUID) {
        self.endpointID = endpointID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            url: try row.next(),
            sealed: try row.next()
        )
    }
}
