package import Entitlements
package import FoundationEssentials
package import Postgres

/// Starts the run that is due for a tenant.
///
/// No row: no app user is due, or a run is in progress.
package struct StartDueRun: TenantCall {
    package static let function = "start_due_run"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("as_of", \.asOf)]
    package static let columns = [
        Column("run_id", .uuid),
        Column("origin", .text),
    ]

    package struct Row: Sendable {
        package let runID: UUID
        package let origin: String
    }

    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            runID: try row.next(),
            origin: try row.next()
        )
    }
}
