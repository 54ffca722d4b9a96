package import Postgres

/// Makes an event that was not applied due for a retry now.
///
/// Fails with `webhook_event_not_found`.
package struct RetryWebhookEvent: TenantCall {
    package static let function = "retry_webhook_event"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("event_id", \.eventID)]
    package static let columns = [
        Column("status", .text)
    ]

    package struct Row: Sendable {
        package let status: String
    }

    package let eventID: String

    package init(eventID: String) {
        self.eventID = eventID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            status: try row.next()
        )
    }
}
