package import Entitlements
package import Postgres

/// Deletes long-expired merge tickets and counts of claim attempts, at most `maximum` of each.
package struct PruneProofs: CrossTenantCall {
    package static let function = "prune_proofs"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("maximum", \.maximum),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("pruned", .int8)
    ]

    package struct Row: Sendable {
        package let pruned: Int64
    }

    package let maximum: Int32
    package let asOf: Timestamp?

    package init(maximum: Int32, asOf: Timestamp? = nil) {
        self.maximum = maximum
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            pruned: try row.next()
        )
    }
}
