package import Entitlements

/// Endpoints: the list, and one endpoint with its deliveries.
package enum EndpointView {
    package static let table = PageTable(
        "Endpoints",
        empty: "No endpoint yet. Add one to have changes of access delivered to your server.",
        [
            .link("Endpoint", .endpoint, "endpoint_id"), .text("URL", "url"),
            .cells("State") { state(of: $0) },
            .number("Failing", "failing"), .numberedID("Delivered up to", "handed_over_number"),
            .cells("Kinds") { kinds(of: $0) }, .cells("Environments") { environments(of: $0) },
            .time("Created", "created_at"),
        ])

    package static let deliveries = PageTable(
        "Deliveries",
        empty: "No delivery matches. Each change of access makes one, and deliveries are kept for "
            + "some days.",
        [
            .numberedID("Change", "number"),
            .cells("State") { delivery in
                delivery.word("status").map { status in
                    [.state(status, status == "delivered" ? .good : .bad)]
                } ?? []
            },
            .number("Answer", "http_status"), .code("First error", "first_error"),
            .number("Attempts", "attempts"), .number("Milliseconds", "duration_milliseconds"),
            .time("First attempt", "first_attempt_at"), .time("Last attempt", "last_attempt_at"),
            .time("Next attempt", "next_attempt_at"), .code("Message", "webhook_id"),
        ])

    package static let statuses = ["failing", "delivered"]

    package static func isOn(_ endpoint: JSONValue) -> Bool { endpoint.word("state") == "on" }

    private static func state(of endpoint: JSONValue) -> [Cell] {
        guard let state = endpoint.word("state") else { return [] }
        let isFailing = endpoint.integer("failing") > 0
        return [.state(state, isOn(endpoint) ? (isFailing ? .warn : .good) : .bad)]
            + endpoint.cells(Cell.code, "off_reason")
    }

    private static func kinds(of endpoint: JSONValue) -> [Cell] {
        let kinds = endpoint.texts("kinds")
        return kinds.isEmpty ? [.text("all")] : kinds.map(Cell.code)
    }

    private static func environments(of endpoint: JSONValue) -> [Cell] {
        endpoint.texts("environments").map(Cell.text)
    }

    /// Reads the answer of `getEndpoint`.
    package static func facts(_ endpoint: JSONValue, in place: Place) -> JSONValue {
        Facts.shown(
            [
                ("State", state(of: endpoint)),
                ("Off since", endpoint.cells(Cell.time, "off_at")),
                ("Failing deliveries", [.number(endpoint.integer("failing"))]),
                ("Delivered up to change", [.code(String(endpoint.integer("handed_over_number")))]),
                ("URL", endpoint.cells(Cell.text, "url")),
                ("Endpoint", endpoint.cells(Cell.code, "endpoint_id")),
                ("Kinds", kinds(of: endpoint)), ("Environments", environments(of: endpoint)),
                ("Created", endpoint.cells(Cell.time, "created_at")),
            ], in: place)
    }

    private static let reasons = [
        "requested": "An operator switched it off.", "gone": "It answered 410, so it is off.",
        "failing": "A change could not be delivered for three days, so it is off.",
        "changes_gone":
            "The log no longer has the next change. Replay from a number that it has.",
    ]

    package static func warnings(_ endpoint: JSONValue) -> [Warning] {
        if let reason = endpoint.word("off_reason") {
            return [
                Warning(
                    "\(reasons[reason] ?? words(reason)) Nothing is delivered since",
                    at: endpoint.word("off_at"))
            ]
        }
        let failing = endpoint.integer("failing")
        guard failing > 0 else { return [] }
        return [Warning("\(counted(failing, "delivery fails", "deliveries fail")).")]
    }

    /// What became of a test message.
    ///
    /// Reads the answer of `testEndpoint`.
    package static func tested(_ outcome: JSONValue, in place: Place) -> JSONValue {
        .members([
            "is_delivered": .bool(outcome.isTrue("is_delivered")),
            "facts": Facts.shown(
                [
                    (
                        "Answer",
                        outcome.value(at: ["http_status"]).map { _ in
                            [.number(outcome.integer("http_status"))]
                        } ?? []
                    ),
                    ("Error", outcome.cells(Cell.code, "error")),
                    ("Milliseconds", [.number(outcome.integer("duration_milliseconds"))]),
                    ("Message", outcome.cells(Cell.code, "webhook_id")),
                ], in: place),
        ])
    }
}
