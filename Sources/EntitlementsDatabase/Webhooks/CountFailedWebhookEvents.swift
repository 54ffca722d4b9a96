package import Postgres

/// Counts the failed events of all tenants, and the seconds that the oldest has waited.
package struct CountFailedWebhookEvents: CrossTenantCall {
    package static let function = "count_failed_webhook_events"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("failed", .int8),
        Column("oldest_seconds", .int8),
    ]

    package struct Row: Sendable {
        package let failed: Int64
        package let oldestSeconds: Int64
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            failed: try row.next(),
            oldestSeconds: try row.next()
        )
    }
}
