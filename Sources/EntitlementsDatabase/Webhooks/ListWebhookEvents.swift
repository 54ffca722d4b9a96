package import Entitlements
package import Postgres

/// Returns a page of a tenant's events, newest first; the next page is before its last row.
package struct ListWebhookEvents: TenantCall {
    package static let function = "list_webhook_events"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("with_status", \.filter.status),
        Parameter("with_type", \.filter.type),
        Parameter("of_app_user_id", \.filter.appUserID),
        Parameter("of_transaction_id", \.filter.transactionID),
        Parameter("received_from", \.filter.receivedFrom),
        Parameter("received_until", \.filter.receivedUntil),
        Parameter("page_limit", \.pageLimit),
        Parameter("before_received_at", \.beforeReceivedAt),
        Parameter("before_event_id", \.beforeEventID),
    ]
    package static let columns = [
        Column("event_id", .text),
        Column("event_type", .text),
        Column("received_at", .timestamptz),
        Column("status", .text),
        Column("failure", .text),
        Column("attempts", .int4),
        Column("due_at", .timestamptz),
        Column("unread", .textArray),
    ]

    package struct Row: Sendable {
        package let eventID: String
        package let eventType: String
        package let receivedAt: Timestamp
        package let status: String
        package let failure: String?
        package let attempts: Int32
        package let dueAt: Timestamp?
        /// Why optional fields were left out: `price_not_a_number`.
        package let unread: [String]
    }

    /// Which events; nil leaves none out.
    package struct Filter: Sendable {
        package var status: String?
        package var type: String?
        package var appUserID: AppUserID?
        /// Of the event, or the first one of its purchase.
        package var transactionID: String?
        package var receivedFrom: Timestamp?
        /// The first moment that no longer counts.
        package var receivedUntil: Timestamp?

        package init() {}
    }

    package let filter: Filter
    package let pageLimit: Int32
    package let beforeReceivedAt: Timestamp?
    package let beforeEventID: String?

    package init(
        _ filter: Filter, pageLimit: Int32, beforeReceivedAt: Timestamp?, beforeEventID: String?
    ) {
        self.filter = filter
        self.pageLimit = pageLimit
        self.beforeReceivedAt = beforeReceivedAt
        self.beforeEventID = beforeEventID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            eventID: try row.next(),
            eventType: try row.next(),
            receivedAt: try row.next(),
            status: try row.next(),
            failure: try row.nextIfPresent(),
            attempts: try row.next(),
            dueAt: try row.nextIfPresent(),
            unread: try row.next()
        )
    }
}
