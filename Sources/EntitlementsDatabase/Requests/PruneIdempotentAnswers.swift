package import Entitlements
package import Postgres

/// Deletes answers kept for Idempotency-Keys for more than `keepHours`, at most `maximum`.
package struct PruneIdempotentAnswers: CrossTenantCall {
    package static let function = "prune_idempotent_answers"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("keep_hours", \.keepHours),
        Parameter("maximum", \.maximum),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("pruned", .int8)
    ]

    package struct Row: Sendable {
        package let pruned: Int64
    }

    package let keepHours: Int32
    package let maximum: Int32
    package let asOf: Timestamp?

    package init(keepHours: Int32, maximum: Int32, asOf: Timestamp? = nil) {
        self.keepHours = keepHours
        self.maximum = maximum
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            pruned: try row.next()
        )
    }
}
