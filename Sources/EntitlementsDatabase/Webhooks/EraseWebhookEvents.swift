package import Entitlements
package import Postgres

/// Empties the next events that name an erased app user; returns whether all are done.
package struct EraseWebhookEvents: CrossTenantCall {
    package static let function = "erase_webhook_events"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("maximum", \.maximum),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("is_done", .bool)
    ]

    package struct Row: Sendable {
        package let isDone: Bool
    }

    package let maximum: Int32
    package let asOf: Timestamp?

    package init(maximum: Int32, asOf: Timestamp? = nil) {
        self.maximum = maximum
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            isDone: try row.next()
        )
    }
}
