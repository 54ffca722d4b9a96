package import Entitlements

/// A RevenueCat webhook, decoded once.
///
/// Decoding is lenient about everything that is unknown: RevenueCat adds types and fields without
/// notice and gives up on an event after five refusals. What is known is read exactly.
package struct WebhookEvent: Sendable {
    /// RevenueCat's id of the event, the same in every retry.
    package let id: String

    /// The type as it came, such as `INITIAL_PURCHASE`.
    package let type: String

    /// What the event says, in our words.
    ///
    /// Where the type is not understood, or a field that decides is wrong, they are only the people
    /// whom the event names, or nil where it names none. Such an event is kept, and may be
    /// understood later.
    package let facts: JSONValue?

    /// Why an event of a type that is understood cannot be applied:
    /// `expiration_at_ms_not_an_integer`.
    package let problem: String?

    package let isTypeUnderstood: Bool

    /// Throws `malformed_json` for what is not JSON; `invalid_event` for JSON without an event, an
    /// id and a type, and for an id or a type that is too long.
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
            problem = error.reason
            isTypeUnderstood = true
        }
    }

    /// The column's limit.
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
