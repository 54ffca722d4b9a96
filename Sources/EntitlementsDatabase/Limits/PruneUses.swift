package import Entitlements
package import Postgres

/// Deletes old uses from the history of limits, at most `maximum` at a time.
package struct PruneUses: PruneCall {
    package static let function = "prune_uses"
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
