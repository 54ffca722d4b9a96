package import Entitlements
package import Postgres

/// Takes one webhook event: stores it as it came and applies what it says, in one transaction.
///
/// `facts` is the normalised event, nil where its type is not understood; `problem` says why a
/// known type could not be normalised. The status is `applied`, `duplicate` or `stored`; a failure
/// is why a stored event will be tried again. Calling it again with the same event changes nothing.
package struct ReceiveWebhookEvent: TenantCall {
    package static let function = "receive_webhook_event"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("event_id", .text),
        Parameter("event_type", .text),
        Parameter("body", .bytea),
        Parameter("facts", .jsonb),
        Parameter("problem", .text),
        Parameter("received_at", .timestamptz),
    ]
    package static let columns = [
        Column("status", .text),
        Column("failure", .text),
    ]

    package struct Row: Sendable {
        package let status: String
        package let failure: String?
    }

    package let eventID: String
    package let eventType: String
    package let body: [UInt8]
    package let facts: JSONBText?
    package let problem: String?
    package let receivedAt: Timestamp?

    package init(
        eventID: String,
        eventType: String,
        body: [UInt8],
        facts: JSONValue?,
        problem: String?,
        receivedAt: Timestamp? = nil
    ) {
        self.eventID = eventID
        self.eventType = eventType
        self.body = body
        self.facts = facts.map { JSONBText(bytes: $0.bytes) }
        self.problem = problem
        self.receivedAt = receivedAt
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(eventID)
        try arguments.append(eventType)
        try arguments.append(body)
        try arguments.append(facts)
        try arguments.append(problem)
        try arguments.append(receivedAt)
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            status: try row.next(),
            failure: try row.nextIfPresent()
        )
    }
}
