package import Entitlements
package import Postgres

/// Stores webhook events of one tenant as received and applies them, in one transaction.
///
/// Idempotent.
package struct ReceiveWebhookEvents: TenantCall {
    package static let function = "receive_webhook_events"
    package static let access = FunctionAccess.write
    package static let isCancellable = false
    package static let parameters: [Parameter<Self>] = [
        Parameter("event_ids", \.events, each: \.id),
        Parameter("event_types", \.events, each: \.type),
        Parameter("bodies", \.events, each: \.body),
        Parameter("facts", \.events, each: \.facts),
        Parameter("problems", \.events, each: \.problem),
        Parameter("received_at", \.receivedAt),
    ]
    package static let columns = [
        Column("number", .int4),
        Column("status", .text),
        Column("failure", .text),
    ]

    /// The most events of one call.
    package static let maximumEvents = 64

    /// One event, as received and as normalised.
    package struct Event: Sendable {
        package let id: String
        package let type: String
        package let body: [UInt8]
        /// The normalised event; of an event that is not understood, the ids it names, or nil.
        package let facts: JSONBText?
        /// Why the event must not be applied: its known type could not be normalised, or applying
        /// it exceeded the statement timeout.
        package var problem: String?

        package init(
            id: String, type: String, body: [UInt8], facts: JSONValue?, problem: String?
        ) {
            self.id = id
            self.type = type
            self.body = body
            self.facts = facts.map { JSONBText(bytes: $0.bytes) }
            self.problem = problem
        }
    }

    package struct Row: Sendable {
        /// The event's place in the call, from 1.
        package let number: Int32
        /// `applied`, `duplicate` or `stored`.
        package let status: String
        /// Why a stored event will be retried.
        package let failure: String?
    }

    package let events: [Event]
    package let receivedAt: Timestamp?

    package init(_ events: [Event], receivedAt: Timestamp? = nil) {
        self.events = events
        self.receivedAt = receivedAt
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            number: try row.next(),
            status: try row.next(),
            failure: try row.nextIfPresent()
        )
    }
}
