package import Postgres

/// Stores again at most `maximum` stored answers that are marked stale, outdated by the clock, or
/// older than their tenant's definition.
package struct RefreshDueAnswers: CrossTenantCall {
    package static let function = "refresh_due_answers"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("maximum", \.maximum)]
    package static let columns = [
        Column("looked_at", .int8)
    ]

    package struct Row: Sendable {
        /// If this equals the maximum, more may be due.
        package let lookedAt: Int64
    }

    package let maximum: Int32

    package init(maximum: Int32) {
        self.maximum = maximum
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            lookedAt: try row.next()
        )
    }
}
