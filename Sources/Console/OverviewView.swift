package import Entitlements

/// The numbers of a tenant's overview that are shown anew every two seconds.
package struct OverviewView: Sendable {
    private let place: Place
    private let webhooks: JSONValue
    private let recent: JSONValue
    private let endpoints: [JSONValue]
    private let run: JSONValue
    private let checks: [JSONValue]

    /// - Parameters:
    ///   - webhooks: The answer of `getWebhookStatus`.
    ///   - recent: The answer of `listWebhookEvents` for the last minute, with the most of a page.
    ///   - endpoints: The answer of `listEndpoints`.
    ///   - runs: The answer of `listRuns`.
    ///   - readiness: The answer of `getReadiness`.
    ///   - place: Where and when the page is shown.
    package init(
        webhooks: JSONValue, recent: JSONValue, endpoints: JSONValue, runs: JSONValue,
        readiness: JSONValue, in place: Place
    ) {
        self.place = place
        self.webhooks = webhooks
        self.recent = recent
        self.endpoints = endpoints["data"]?.array ?? []
        run = runs["data"]?.array?.first ?? .null
        checks = readiness["checks"]?.array ?? []
    }

    /// The tiles as the template `tiles` reads them.
    package var tiles: JSONValue {
        .array([health, arriving, failed, refused, deliveries, drift, coverage])
    }

    /// Returns the tile of an answer of `listFindings`, which is asked once for each page.
    package static func findings(_ findings: JSONValue, in place: Place) -> JSONValue {
        let count = findings["data"]?.array?.count ?? 0
        return tile(
            "Findings", counted(count, more: findings["next_cursor"]), in: place,
            tone: count == 0 ? .good : .warn, page: "findings",
            note: count == 0 ? "Nothing to look at." : "Each says what to do.")
    }

    private var health: JSONValue {
        let failing = checks.filter { !$0.isTrue("is_ready") }
        return tile(
            "This server", failing.isEmpty ? "ready" : "not ready",
            tone: failing.isEmpty ? .good : .bad,
            note: failing.isEmpty
                ? "Every check passes."
                : failing.compactMap { $0.word("detail") }.joined(separator: " "))
    }

    private var arriving: JSONValue {
        let count = recent["data"]?.array?.count ?? 0
        let last = webhooks.word("last_received_at")
        return tile(
            "Webhooks per minute", Self.counted(count, more: recent["next_cursor"]),
            page: "events", note: last == nil ? "None has arrived yet." : "Last received",
            time: last)
    }

    private var failed: JSONValue {
        let count = webhooks.integer("failed")
        return tile(
            "Failed events", Number.text(count), tone: count == 0 ? .good : .bad,
            page: "events?status=failed",
            note: count == 0 ? "Every event was applied." : "They are being retried.")
    }

    private var refused: JSONValue {
        let count = webhooks["refused"]?.integer("count") ?? 0
        let reason = webhooks["refused"]?.word("reason")?.replacing("_", with: " ")
        return tile(
            "Refused webhooks", Number.text(count), tone: count == 0 ? .good : .bad,
            page: "tenant", note: reason.map { "\($0);" } ?? "None within 24 hours.",
            time: webhooks["refused"]?.word("last_refused_at"))
    }

    private var deliveries: JSONValue {
        let failing = endpoints.reduce(0) { $0 + $1.integer("failing") }
        let off = endpoints.filter { $0.word("state") == "off" }.count
        let note =
            switch (endpoints.count, off) {
            case (0, _): "Changes are sent to no endpoint."
            case (let count, 0): count == 1 ? "One endpoint, on." : "\(count) endpoints, all on."
            case (let count, let off): "\(off) of \(count) endpoints are off."
            }
        return tile(
            "Failing deliveries", Number.text(failing),
            tone: failing > 0 ? .bad : off > 0 ? .warn : .good, page: "endpoints", note: note)
    }

    private var drift: JSONValue {
        guard let id = run.word("run_id") else {
            return tile("Drift", "–", tone: .dim, note: "No run yet.")
        }
        let total = run["drift"]?.integer("total") ?? 0
        let affected = run["drift"]?.integer("access_affected") ?? 0
        return tile(
            "Drift", Number.text(total), tone: affected > 0 ? .warn : .good,
            page: "runs/\(PercentEncoding.encoded(id))",
            note: "\(Number.text(affected)) changed access; run of", time: run.word("started_at"))
    }

    private var coverage: JSONValue {
        let total = run["people"]?.integer("total") ?? 0
        let read = run["people"]?.integer("read") ?? 0
        guard total > 0 else {
            return tile("Coverage", "–", tone: .dim, note: "No run has read anyone yet.")
        }
        return tile(
            "Coverage", "\(read * 100 / total) %", tone: read * 2 < total ? .warn : .good,
            page: "runs",
            note: "\(Number.text(read)) of \(Number.text(total)) people read in the last run.")
    }

    private func tile(
        _ label: String, _ value: String, tone: Cell.Tone? = nil, page: String? = nil,
        note: String, time: String? = nil
    ) -> JSONValue {
        Self.tile(label, value, in: place, tone: tone, page: page, note: note, time: time)
    }

    private static func tile(
        _ label: String, _ value: String, in place: Place, tone: Cell.Tone? = nil,
        page: String? = nil, note: String, time: String? = nil
    ) -> JSONValue {
        .members([
            "label": .string(label), "value": .string(value),
            "tone": .string(tone?.rawValue ?? ""),
            "href": page.map { .string("\(place.root)/\($0)") } ?? .null, "note": .string(note),
            "time": time.map { Moment.shown(.string($0), now: place.now) } ?? .null,
        ])
    }

    /// A number of rows; `100+` if there are more pages.
    private static func counted(_ count: Int, more cursor: JSONValue?) -> String {
        cursor?.string == nil ? Number.text(Int64(count)) : "\(Number.text(Int64(count)))+"
    }
}
