package import Entitlements
package import FoundationEssentials
package import Postgres

/// Leases the longest-due failed event to this worker.
///
/// No row: nothing is due.
package struct ClaimWebhookEvent: CrossTenantCall {
    package static let function = "claim_webhook_event"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("lease_seconds", \.leaseSeconds),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("tenant_id", .uuid),
        Column("event_id", .text),
        Column("event_type", .text),
        Column("body", .bytea),
        Column("received_at", .timestamptz),
        Column("attempts", .int4),
    ]

    package struct Row: Sendable {
        package let tenantID: UUID
        package let eventID: String
        package let eventType: String
        package let body: [UInt8]
        package let receivedAt: Timestamp
        package let attempts: Int32
    }

    package let leaseSeconds: Int32
    package let asOf: Timestamp?

    package init(leaseSeconds: Int32, asOf: Timestamp? = nil) {
        self.leaseSeconds = leaseSeconds
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantID: try row.next(),
            eventID: try row.next(),
            eventType: try row.next(),
            body: try row.next(),
            receivedAt: try row.next(),
            attempts: try row.next()
        )
    }
}
