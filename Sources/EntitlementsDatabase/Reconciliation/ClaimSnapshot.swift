package import Entitlements
package import FoundationEssentials
package import Postgres

/// Leases the longest-due app user of the snapshot queue to this worker, among tenants that may ask
/// RevenueCat now.
///
/// No row: no app user is due, or no tenant may ask.
package struct ClaimSnapshot: CrossTenantCall {
    package static let function = "claim_snapshot"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("lease_seconds", \.leaseSeconds),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("tenant_id", .uuid),
        Column("app_user_uuid", .uuid),
        Column("app_user_id", .text),
        Column("claim_id", .uuid),
        Column("attempts", .int4),
        Column("queued_at", .timestamptz),
    ]

    package struct Row: Sendable {
        package let tenantID: UUID
        package let appUserUUID: UUID
        /// The id to ask RevenueCat about.
        package let appUserID: AppUserID
        package let claimID: UUID
        package let attempts: Int32
        package let queuedAt: Timestamp
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
            appUserUUID: try row.next(),
            appUserID: try row.next(),
            claimID: try row.next(),
            attempts: try row.next(),
            queuedAt: try row.next()
        )
    }
}
