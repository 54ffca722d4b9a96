package import Entitlements
package import FoundationEssentials
package import Postgres

/// Cancels a run; one that has ended is returned as it ended.
///
/// No row: the tenant has no such run.
package struct CancelRun: AnswerCall {
    package static let function = "cancel_run"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("run_id", .uuid),
        Parameter("as_of", .timestamptz),
    ]

    package let runID: UUID
    package let asOf: Timestamp?

    package init(runID: UUID, asOf: Timestamp? = nil) {
        self.runID = runID
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(runID)
        try arguments.append(asOf)
    }
}
