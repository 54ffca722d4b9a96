package import FoundationEssentials
package import Postgres

/// Removes an app user, read under a claim, from the snapshot queue.
///
/// If new evidence named them meanwhile, the claim is lost and they are read again.
package struct FinishSnapshot: TenantCall {
    package static let function = "finish_snapshot"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_uuid", \.appUserUUID),
        Parameter("claim_id", \.claimID),
    ]
    package static let columns = [
        Column("is_finished", .bool)
    ]

    package struct Row: Sendable {
        package let isFinished: Bool
    }

    package let appUserUUID: UUID
    package let claimID: UUID

    package init(appUserUUID: UUID, claimID: UUID) {
        self.appUserUUID = appUserUUID
        self.claimID = claimID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(isFinished: try row.next())
    }
}
