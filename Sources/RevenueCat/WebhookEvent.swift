package import Entitlements

/// A RevenueCat webhook, decoded once.
///
/// Unknown types and fields are accepted: RevenueCat adds them without notice, and gives up on an
/// event after five refusals. Known fields are read strictly.
package struct WebhookEvent: Sendable {
    /// RevenueCat's id of the event, the same in every retry.
    package let id: String

    /// The type as received, such as `INITIAL_PURCHASE`.
    package let type: String

    /// The facts of the event (see ``WebhookFacts``).
    ///
    /// If the type is unknown or a deciding field is wrong, the facts are only the app user ids, or
    /// nil without ids. Such an event is kept, and a later release may understand it. So is one
    /// that names only erased app users, which is not tried again.
    package let facts: JSONValue?

    /// Why an event of a known type cannot be applied, such as `expiration_at_ms_not_an_integer`.
    package let problem: String?

    package let isTypeUnderstood: Bool

    /// Returns how long ago the event happened by RevenueCat's clock, at least zero.
    ///
    /// Nil of an event without a time, and of a test, which has no effect.
    package func secondsToEffect(at now: Timestamp) -> Double? {
        guard let facts, facts["kind"]?.string != "test",
            let text = facts["occurred_at"]?.string,
            let occurredAt = Timestamp(rfc3339: text)
        else { return nil }
        let microseconds = now.microsecondsSinceEpoch - occurredAt.microsecondsSinceEpoch
        return max(0, Double(microseconds) / 1e6)
    }

    /// Throws `malformed_json` if the body is not JSON; `invalid_event` if the event, its id or its
    /// type is missing, or the id or type is too long.
    package init(body: [UInt8]) throws(Failure) {
        let json = try JSONParser.parse(body)
        guard let event = json["event"]?.object else {
            throw Failure(.invalidEvent, "There is no event object.")
        }
        id = try Self.requiredText("id", of: event, maximumBytes: RevenueCatFields.maximumTextBytes)
        type = try Self.requiredText("type", of: event, maximumBytes: Self.maximumTypeBytes)
        do {
            let understood = try WebhookFacts.read(from: event, ofType: type)
            facts = understood ?? WebhookFacts.names(from: event)
            problem = nil
            isTypeUnderstood = understood != nil
        } catch {
            facts = WebhookFacts.names(from: event)
            problem = error.isFinal ? nil : error.reason
            isTypeUnderstood = true
        }
    }

    /// The limit of the database's column.
    private static let maximumTypeBytes = 200

    private static func requiredText(
        _ name: String, of event: JSONObject, maximumBytes: Int
    ) throws(Failure) -> String {
        guard let text = event[name]?.string, !text.isEmpty else {
            throw Failure(.invalidEvent, "The event has no \(name).")
        }
        guard text.utf8.count <= maximumBytes else {
            throw Failure(
                .invalidEvent, "The event's \(name) is longer than \(maximumBytes) bytes.")
        }
        return text
    }
}
