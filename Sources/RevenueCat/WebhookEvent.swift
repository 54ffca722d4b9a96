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
    /// Nil where the type is not understood or a field of it is wrong; such an event is kept, and
    /// may be understood later.
    package let facts: JSONValue?

    /// Why an event of a type that is understood has no facts: `expiration_at_ms_not_an_integer`.
    package let problem: String?

    /// Throws `malformed_json` for what is not JSON; `invalid_event` for JSON without an event, an
    /// id and a type, and for an id, a time or a number that is out of range.
    package init(body: [UInt8]) throws(Failure) {
        let json = try JSONParser.parse(body)
        guard let event = json["event"]?.object else {
            throw Failure(.invalidEvent, "There is no event object.")
        }
        id = try Self.requiredText("id", of: event)
        type = try Self.requiredText("type", of: event)
        do {
            facts = try WebhookFacts.read(from: event, ofType: type)
            problem = nil
        } catch {
            switch error {
            case .unreadable(let problem):
                facts = nil
                self.problem = problem
            case .outOfRange(let field, let problem):
                throw Failure(.invalidEvent, "The event's \(field) \(problem).")
            }
        }
    }

    private static func requiredText(
        _ name: String, of event: JSONObject
    ) throws(Failure) -> String {
        guard let text = event[name]?.string, !text.isEmpty else {
            throw Failure(.invalidEvent, "The event has no \(name).")
        }
        guard text.utf8.count <= RevenueCatFields.maximumTextBytes else {
            throw Failure(
                .invalidEvent,
                "The event's \(name) is longer than \(RevenueCatFields.maximumTextBytes) bytes.")
        }
        return text
    }
}
