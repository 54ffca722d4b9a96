package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a run: its scope and its progress.
///
/// No row: the tenant has no such run.
package struct GetRun: AnswerCall {
    package static let function = "get_run"
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
