package import Entitlements
package import Postgres

/// Reviews at most `maximum` referrals that are due: gives their rewards, or takes them back.
package struct ReviewDueReferrals: CrossTenantCall {
    package static let function = "review_due_referrals"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("maximum", \.maximum),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("looked_at", .int8)
    ]

    package struct Row: Sendable {
        /// If this is zero, none is due.
        package let lookedAt: Int64
    }

    package let maximum: Int32
    package let asOf: Timestamp?

    package init(maximum: Int32, asOf: Timestamp? = nil) {
        self.maximum = maximum
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            lookedAt: try row.next()
        )
    }
}
