package import Entitlements
package import Postgres

/// Deletes the lists of app users of runs that ended more than `keepDays` ago.
///
/// The runs' outcomes and drift stay.
package struct PruneRuns: PruneCall {
    package static let function = "prune_runs"
    package static let parameters: [Parameter<Self>] = [
        Parameter("keep_days", \.keepDays),
        Parameter("maximum", \.maximum),
        Parameter("as_of", \.asOf),
    ]

    package let keepDays: Int32
    package let maximum: Int32
    package let asOf: Timestamp?

    package init(keepDays: Int32, maximum: Int32, asOf: Timestamp? = nil) {
        self.keepDays = keepDays
        self.maximum = maximum
        self.asOf = asOf
    }
}
