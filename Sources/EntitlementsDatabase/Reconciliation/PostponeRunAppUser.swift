package import Entitlements
package import FoundationEssentials
package import Postgres

/// Postpones an app user of a run that could not be read under a claim.
///
/// Longer after each setback, and at least `retryAfterMilliseconds`; after five, the run leaves
/// them out. `reason` is a constant word. Waiting for the request budget is no setback. No row: the
/// claim has ended.
package struct PostponeRunAppUser: TenantCall {
    package static let function = "postpone_run_app_user"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("run_id", \.runID),
        Parameter("app_user_id", \.appUserID),
        Parameter("claim_id", \.claimID),
        Parameter("reason", \.reason),
        Parameter("is_setback", \.isSetback),
        Parameter("retry_after_milliseconds", \.retryAfterMilliseconds),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("due_at", .timestamptz)
    ]

    package struct Row: Sendable {
        package let dueAt: Timestamp
    }

    package let runID: UUID
    package let appUserID: AppUserID
    package let claimID: UUID
    package let reason: String
    package let isSetback: Bool
    package let retryAfterMilliseconds: Int32
    package let asOf: Timestamp?

    package init(
        runID: UUID, appUserID: AppUserID, claimID: UUID, reason: String, isSetback: Bool,
        retryAfterMilliseconds: Int32, asOf: Timestamp? = nil
    ) {
        self.runID = runID
        self.appUserID = appUserID
        self.claimID = claimID
        self.reason = reason
        self.isSetback = isSetback
        self.retryAfterMilliseconds = retryAfterMilliseconds
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(dueAt: try row.next())
    }
}
