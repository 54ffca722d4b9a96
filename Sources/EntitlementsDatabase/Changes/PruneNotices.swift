package import Entitlements
package import Postgres

/// Deletes what was logged of notices that ended long ago, at most `maximum`.
package struct PruneNotices: PruneCall {
    package static let function = "prune_notices"
    package static let parameters: [Parameter<Self>] = [
        Parameter("maximum", \.maximum),
        Parameter("as_of", \.asOf),
    ]

    package let maximum: Int32
    package let asOf: Timestamp?

    package init(maximum: Int32, asOf: Timestamp? = nil) {
        self.maximum = maximum
        self.asOf = asOf
    }
}
