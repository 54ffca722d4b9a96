package import Entitlements
package import Postgres

/// Returns a webhook event with its body.
///
/// Fails with `webhook_event_not_found`.
package struct GetWebhookEvent: AnswerCall {
    package static let function = "get_webhook_event"
    package static let parameters: [Parameter<Self>] = [
        Parameter("event_id", \.eventID),
        Parameter("as_of", \.asOf),
    ]

    package let eventID: String
    package let asOf: Timestamp?

    package init(eventID: String, asOf: Timestamp? = nil) {
        self.eventID = eventID
        self.asOf = asOf
    }
}
