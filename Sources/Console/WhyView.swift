package import Entitlements

/// Why an answer is as it is: the verdict, and all that was considered for it.
package struct WhyView: Sendable {
    private let place: Place
    private let person: String

    /// `person` is the id in the address of the person's page, for acts.
    package init(_ person: String, in place: Place) {
        self.place = place
        self.person = person
    }

    /// Returns an answer of `explainAccess` as the template `why` reads it; null for null.
    package func shown(_ explanation: JSONValue) -> JSONValue {
        guard !explanation.isNull else { return .null }
        let decision = explanation.value("decision")
        let today = explanation.value("as_known_now")
        return .members([
            "verdict": parts(explanation.value("verdict")),
            "purchases": .array(decision.list("purchases").map(purchase)),
            "others": .array(
                (decision.list("households") + decision.list("events")).map { part in
                    .members(["parts": parts(part)])
                }),
            "changes": .array(
                explanation.list("changes").map { change in
                    .members([
                        "parts": parts(change),
                        "at": Moment.shown(change["at"], now: place.now),
                    ])
                }),
            "knowledge": .array(
                explanation.list("knowledge").map { .members(["parts": parts($0)]) }),
            "next": .array(explanation.list("next").map(step)),
            "has_purchases": .bool(!decision.list("purchases").isEmpty),
            "has_others": .bool(
                !(decision.list("households") + decision.list("events")).isEmpty),
            "has_changes": .bool(!explanation.list("changes").isEmpty),
            "has_knowledge": .bool(!explanation.list("knowledge").isEmpty),
            "has_next": .bool(!explanation.list("next").isEmpty),
            "today": today.isNull ? .null : .members(["parts": parts(today)]),
        ])
    }

    private func parts(_ part: JSONValue) -> JSONValue {
        Sentence.parts(part.text("sentence"), now: place.now)
    }

    private func purchase(_ purchase: JSONValue) -> JSONValue {
        let hasWon = purchase["has_won"] == .bool(true)
        return .members([
            "parts": parts(purchase),
            "outcome": .string(
                hasWon ? "won" : purchase["rule"]?.isNull == false ? "lost" : "no source"),
            "tone": .string(hasWon ? "good" : "dim"),
            "rule": purchase["rule"]?["sentence"] ?? .null,
            "facts": .array(
                (purchase["facts"]?.object?.members ?? []).compactMap { fact in
                    fact.value.plainText.map {
                        .members([
                            "name": .words(fact.name),
                            "parts": Sentence.parts($0, now: place.now),
                        ])
                    }
                }),
        ])
    }

    /// A step with the form that does it, where the console has one.
    private func step(_ step: JSONValue) -> JSONValue {
        .members([
            "parts": parts(step), "command": step.value("command"),
            "act": act(of: step),
            "is_ready": .bool(!["identify", "claim"].contains(step.text("reason"))),
        ])
    }

    private func act(of step: JSONValue) -> JSONValue {
        let facts = step.value("facts")
        let quick = { (form: OperationForm, values: KeyValuePairs<String, String>) in
            ActsView.quick(form, upon: person, values, in: place)
        }
        return switch step.text("reason") {
        case "sync": quick(.sync, [:])
        case "retry_event": quick(.retry, ["event_id": facts.text("event_id")])
        case "identify":
            quick(
                .identify,
                [
                    "anonymous_app_user_id": facts.text("owner_app_user_id"),
                    "app_user_id": facts.text("app_user_id"),
                ])
        case "claim": quick(.claim, ["orphan_id": facts.text("orphan_id")])
        default: .null
        }
    }
}
