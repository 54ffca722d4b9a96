package import Entitlements
package import FoundationEssentials
package import Postgres

/// Adds the next app users to a run that is being prepared; once all are added, reading begins.
///
/// No row: the run has ended, or is prepared.
package struct ListRunAppUsers: TenantCall {
    package static let function = "list_run_app_users"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("run_id", \.runID),
        Parameter("maximum", \.maximum),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("is_prepared", .bool)
    ]

    package struct Row: Sendable {
        package let isPrepared: Bool
    }

    package let runID: UUID
    package let maximum: Int32
    package let asOf: Timestamp?

    package init(runID: UUID, maximum: Int32, asOf: Timestamp? = nil) {
        self.runID = runID
        self.maximum = maximum
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(isPrepared: try row.next())
    }
}
