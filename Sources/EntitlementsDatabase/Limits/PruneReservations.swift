package import Entitlements
package import Postgres

/// Deletes old reservations and old uses with a reference, at most `maximum` at a time.
package struct PruneReservations: PruneCall {
    package static let function = "prune_reservations"
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
