package import Entitlements
package import FoundationEssentials
package import Postgres

/// Leases app users of a run to this worker, and takes the requests for them from the tenant's
/// budget.
///
/// No row: there is no app user to read now.
package struct ClaimRunAppUsers: TenantCall {
    package static let function = "claim_run_app_users"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("run_id", \.runID),
        Parameter("maximum", \.maximum),
        Parameter("lease_seconds", \.leaseSeconds),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("app_user_id", .text),
        Column("claim_id", .uuid),
    ]

    package struct Row: Sendable {
        package let appUserID: AppUserID
        package let claimID: UUID
    }

    package let runID: UUID
    package let maximum: Int32
    package let leaseSeconds: Int32
    package let asOf: Timestamp?

    package init(runID: UUID, maximum: Int32, leaseSeconds: Int32, asOf: Timestamp? = nil) {
        self.runID = runID
        self.maximum = maximum
        self.leaseSeconds = leaseSeconds
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            appUserID: try row.next(),
            claimID: try row.next()
        )
    }
}
