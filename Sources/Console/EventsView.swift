package import Entitlements

/// Webhook events: the list, and one event with what it did.
package enum EventsView {
    package static let table = PageTable(
        "Webhook events",
        empty:
            "No event matches. If you set no filter, point RevenueCat's webhook at this server, "
            + "or send a test event there.",
        [
            .time("Received", "received_at"), .link("Event", .event, "event_id"),
            .code("Type", "type"), .link("Person", .person, "app_user_id"),
            .cells("State") { state(of: $0) },
            .cells("Why") { $0.cells(Cell.text, "failure") },
            .number("Attempts", "attempts"), .time("Next attempt", "due_at"),
        ])

    package static let statuses = ["failed", "stored", "applied"]

    private static func state(of event: JSONValue) -> [Cell] {
        guard let status = event.word("status") else { return [] }
        return [.state(status, ["applied": .good, "failed": .bad][status] ?? .dim)]
    }

    /// What is wrong with the tenant's webhooks, each a sentence with a tone; empty if nothing is.
    ///
    /// Reads the answer of `getWebhookStatus`.
    package static func warnings(_ status: JSONValue, in place: Place) -> [Warning] {
        var warnings: [Warning] = []
        let refused = status.integer("refused", "count")
        if refused > 0, let reason = status.word("refused", "reason") {
            warnings.append(
                Warning(
                    "\(counted(refused, "delivery", "deliveries")) refused, the latest because of "
                        + "\(reason).",
                    at: status.word("refused", "last_refused_at")))
        }
        let failed = status.integer("failed")
        if failed > 0 {
            warnings.append(
                Warning(
                    "\(failed >= 1_000 ? "1,000 or more" : Number.text(failed)) failed and "
                        + "\(failed == 1 ? "waits" : "wait") to be applied again.",
                    way: ("Show failed events", place.path("events", [("status", "failed")]))))
        }
        return warnings
    }

    /// Reads the answer of `getWebhookEvent`.
    package static func facts(_ event: JSONValue, in place: Place) -> JSONValue {
        Facts.shown(
            [
                ("State", state(of: event)),
                ("Why", event.cells(Cell.text, "failure")),
                ("Event", event.cells(Cell.code, "event_id")),
                ("Type", event.cells(Cell.code, "type")),
                ("Person", event.links(.person, "app_user_id")),
                ("Received", event.cells(Cell.time, "received_at")),
                ("Attempts", [.number(event.integer("attempts"))]),
                ("Next attempt", event.cells(Cell.time, "due_at")),
                ("Body dropped", event.cells(Cell.time, "body_dropped_at")),
                ("Ignored fields", event.texts("unread").map(Cell.code)),
            ], in: place)
    }

    /// What the event became, of the entry of the person's timeline; null without an entry.
    package static func effect(_ entry: JSONValue?, in place: Place) -> JSONValue {
        guard let data = entry?["data"] else { return .null }
        let codes = ["product_id", "new_product_id", "store", "environment", "period_type"]
        let moments = ["occurred_at", "purchased_at", "expires_at"]
        var facts: [(name: String, parts: [Cell])] = [
            ("Evidence", data.cells(Cell.code, "evidence_kind"))
        ]
        for name in codes + ["transaction_id", "original_transaction_id", "purchase_id", "reason"] {
            facts.append((words(name), data.cells(Cell.code, name)))
        }
        for name in moments {
            facts.append((words(name), data.cells(Cell.time, name)))
        }
        for name in ["transferred_from", "transferred_to"] {
            facts.append((words(name), data.texts(name).map { .link(.person, $0) }))
        }
        return .members([
            "is_evidence": .bool(data.word("evidence_kind") != nil),
            "facts": Facts.shown(facts, in: place),
            "changes": changes.shown(entry?["changes"]?.array ?? [], in: place),
        ])
    }

    private static let changes = PageTable(
        "Changes by the event",
        empty:
            "No change of access is logged for it. The change log keeps changes for some days "
            + "only.",
        [
            .numberedID("Change", "number"), .code("Kind", "kind"),
            .code("Environment", "environment"),
            .cells("Before") { fold($0, "before") }, .cells("After") { fold($0, "after") },
        ])

    private static func fold(_ change: JSONValue, _ name: String) -> [Cell] {
        guard let state = change[name], !state.isNull else { return [] }
        return [.fold("Show", state.indentedText)]
    }
}

/// What a page says first, because it is wrong.
package struct Warning: Sendable {
    let sentence: String
    let moment: String?
    let way: (text: String, href: String)?

    init(_ sentence: String, at moment: String? = nil, way: (text: String, href: String)? = nil) {
        self.sentence = sentence
        self.moment = moment
        self.way = way
    }
}

extension [Warning] {
    /// The warnings as the template `warnings` reads them.
    package func shown(in place: Place) -> JSONValue {
        .array(
            map { warning in
                .members([
                    "sentence": .string(warning.sentence),
                    "time": Moment.shown(warning.moment.map(JSONValue.string), now: place.now),
                    "way": warning.way.map {
                        .members(["text": .string($0.text), "href": .string($0.href)])
                    } ?? .null,
                ])
            })
    }
}

/// A name of the contract as words: `Purchased at`.
func words(_ name: String) -> String {
    let words = name.replacing("_", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
}

/// A number with its noun: `1 delivery`, `12 deliveries`.
func counted(_ number: Int64, _ one: String, _ more: String) -> String {
    "\(Number.text(number)) \(number == 1 ? one : more)"
}
