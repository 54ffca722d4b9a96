package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns what a worker shall deliver to the endpoint that it leased, and renews the lease.
///
/// No row: there is nothing, or the lease is another worker's.
package struct TakeDeliveries: TenantCall {
    package static let function = "take_deliveries"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("endpoint_id", \.endpointID),
        Parameter("lease_id", \.leaseID),
        Parameter("lease_seconds", \.leaseSeconds),
        Parameter("maximum", \.maximum),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("number", .int8),
        Column("webhook_id", .text),
        Column("change", .json),
        Column("is_new", .bool),
    ]

    package struct Row: Sendable {
        package let number: Int64
        package let webhookID: String
        /// JSON text, as `GET /v1/changes` shows it.
        package let change: [UInt8]
        /// False for a retry.
        package let isNew: Bool
    }

    package let endpointID: UUID
    package let leaseID: UUID
    package let leaseSeconds: Int32
    package let maximum: Int32
    package let asOf: Timestamp?

    package init(
        endpointID: UUID, leaseID: UUID, leaseSeconds: Int32, maximum: Int32,
        asOf: Timestamp? = nil
    ) {
        self.endpointID = endpointID
        self.leaseID = leaseID
        self.leaseSeconds = leaseSeconds
        self.maximum = maximum
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            number: try row.next(),
            webhookID: try row.next(),
            change: try row.next(JSONText.self).bytes,
            isNew: try row.next()
        )
    }
}
