package import Entitlements
package import FoundationEssentials
package import Postgres

/// Cancels a run; one that has ended is returned as it ended.
///
/// No row: the tenant has no such run.
package struct CancelRun: AnswerCall {
    package static let function = "cancel_run"
    package static let access = FunctionAccess.write
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
