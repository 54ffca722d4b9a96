package import Entitlements
package import Postgres

/// Deletes answers kept for Idempotency-Keys for more than `keepHours`, at most `maximum`.
package struct PruneIdempotentAnswers: PruneCall {
    package static let function = "prune_idempotent_answers"
    package static let parameters: [Parameter<Self>] = [
        Parameter("keep_hours", \.keepHours),
        Parameter("maximum", \.maximum),
        Parameter("as_of", \.asOf),
    ]

    package let keepHours: Int32
    package let maximum: Int32
    package let asOf: Timestamp?

    package init(keepHours: Int32, maximum: Int32, asOf: Timestamp? = nil) {
        self.keepHours = keepHours
        self.maximum = maximum
        self.asOf = asOf
    }
}
