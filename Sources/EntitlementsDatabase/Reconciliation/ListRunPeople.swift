package import Entitlements
package import FoundationEssentials
package import Postgres

/// Adds the next app users to a run that is being prepared; once all are added, reading begins.
///
/// No row: the run has ended, or is prepared.
package struct ListRunPeople: TenantCall {
    package static let function = "list_run_people"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("run_id", .uuid),
        Parameter("maximum", .int4),
        Parameter("as_of", .timestamptz),
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

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(runID)
        try arguments.append(maximum)
        try arguments.append(asOf)
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(isPrepared: try row.next())
    }
}
