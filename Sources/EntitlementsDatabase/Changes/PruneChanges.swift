package import Entitlements
package import Postgres

/// Deletes changes that are older than their tenant keeps them, at most `maximum` at a time.
package struct PruneChanges: PruneCall {
    package static let function = "prune_changes"
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
