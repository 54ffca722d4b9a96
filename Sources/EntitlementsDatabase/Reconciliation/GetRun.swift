package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a run: its scope and its progress.
///
/// No row: the tenant has no such run.
package struct GetRun: AnswerCall {
    package static let function = "get_run"
    package static let parameters: [Parameter<Self>] = [
        Parameter("run_id", \.runID),
        Parameter("as_of", \.asOf),
    ]

    package let runID: UUID
    package let asOf: Timestamp?

    package init(runID: UUID, asOf: Timestamp? = nil) {
        self.runID = runID
        self.asOf = asOf
    }
}
