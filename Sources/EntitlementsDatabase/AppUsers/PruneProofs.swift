package import Entitlements
package import Postgres

/// Deletes long-expired merge tickets and counts of claim attempts, at most `maximum` of each.
package struct PruneProofs: PruneCall {
    package static let function = "prune_proofs"
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
