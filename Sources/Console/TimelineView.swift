package import Entitlements

/// What happened to a person, newest first.
package struct TimelineView: Sendable {
    private let place: Place
    private let person: String

    /// `person` is the id in the address of the person's page, for acts.
    package init(of person: String, in place: Place) {
        self.place = place
        self.person = person
    }

    /// The entries of an answer of `listTimeline`.
    package func entries(_ page: JSONValue) -> JSONValue {
        .array(page.list("data").map(entry))
    }

    /// The choices of the filter, with the one that was made.
    package static func filter(_ kinds: [String], chosen: String?) -> JSONValue {
        .array(
            kinds.map {
                .members([
                    "kind": .string($0), "words": .words($0), "is_chosen": .bool($0 == chosen),
                ])
            })
    }

    private func entry(_ entry: JSONValue) -> JSONValue {
        let kind = entry.text("kind")
        let data = entry.value("data")
        let isEvent = kind == "webhook_event" || kind == "transfer"
        let eventID = data.text("event_id")
        let status = isEvent ? data["status"]?.string : nil
        return .members([
            "time": Moment.shown(entry["recorded_at"], now: place.now),
            "title": .words(isEvent ? data["evidence_kind"]?.string ?? "event" : kind),
            "type": isEvent ? data.value("type") : .null,
            "status": status == "applied" ? .null : .words(status),
            "tone": .string(status == "failed" ? "bad" : "warn"),
            "failure": data.value("failure"), "note": kind == "note" ? data.value("note") : .null,
            "about": about(data), "occurred": Moment.shown(data["occurred_at"], now: place.now),
            "id": entry.value("app_user_id"),
            "event": eventID.isEmpty || !isEvent
                ? .null
                : .members([
                    "id": .string(eventID), "href": .string(place.path(.event, eventID)),
                    "retry": status == "failed" || status == "stored"
                        ? ActsView.quick(.retry, upon: person, ["event_id": eventID], in: place)
                        : .null,
                ]),
            "facts": facts(of: data, leavingOut: isEvent ? Self.inTitle : ["note", "note_id"]),
            "changes": .array(entry.list("changes").map(change)),
        ])
    }

    private static let inTitle = [
        "event_id", "type", "evidence_kind", "status", "failure", "occurred_at",
    ]

    /// What an entry is about, in a few words: a product, a limit, a household.
    private func about(_ data: JSONValue) -> JSONValue {
        let ids = ["product_id", "entitlement_id", "limit_id", "credit_id"]
            .compactMap { data[$0]?.string }
        let words = ["store", "kind"].compactMap { JSONValue.words(data[$0]?.string).string }
        let texts = ids + words
        return texts.isEmpty ? .null : .string(texts.joined(separator: " · "))
    }

    /// The members of an entry that say something in one word.
    private func facts(of data: JSONValue, leavingOut names: [String]) -> JSONValue {
        .array(
            (data.object?.members ?? []).compactMap { member in
                let listed = (member.value.array ?? []).compactMap(\.string)
                guard !names.contains(member.name),
                    let text = member.value.plainText
                        ?? (listed.isEmpty ? nil : listed.joined(separator: ", "))
                else { return nil }
                return .members([
                    "name": .words(member.name), "parts": Sentence.parts(text, now: place.now),
                ])
            })
    }

    /// What changed: each value that differs, before and after; at most `maximumDifferences`.
    private func change(_ change: JSONValue) -> JSONValue {
        let before = Self.leaves(of: change.value("before"), named: [])
        let after = Self.leaves(of: change.value("after"), named: [])
        let names =
            after.map(\.name)
            + before.map(\.name).filter { name in
                !after.contains { $0.name == name }
            }
        let text = { (name: String, leaves: [Leaf]) in
            leaves.first { $0.name == name }?.text ?? "none"
        }
        let differing = names.filter { text($0, before) != text($0, after) }
        let more = differing.count - Self.maximumDifferences
        return .members([
            "kind": .words(change["kind"]?.string),
            "is_sandbox": .bool(change["environment"] == .string("sandbox")),
            "differences": .array(
                differing.prefix(Self.maximumDifferences).map { name in
                    .members([
                        "name": .words(name),
                        "before": sentence(text(name, before)),
                        "after": sentence(text(name, after)),
                    ])
                }),
            "more": more > 0 ? .string(String(more)) : .null,
        ])
    }

    private static let maximumDifferences = 4

    private func sentence(_ text: String) -> JSONValue {
        .members(["parts": Sentence.parts(text, now: place.now)])
    }

    private typealias Leaf = (name: String, text: String)

    /// The texts and numbers of a value, named by the way to them: `plus status`.
    private static func leaves(of value: JSONValue, named path: [String]) -> [Leaf] {
        guard let members = value.object?.members else {
            return value.plainText.map { [(path.joined(separator: " "), $0)] } ?? []
        }
        return members.flatMap { member in
            // The entitlements of an answer are named by themselves.
            leaves(
                of: member.value,
                named: member.name == "entitlements" ? path : path + [member.name])
        }
    }
}
