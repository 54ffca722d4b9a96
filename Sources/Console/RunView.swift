package import Entitlements

/// Runs of the reconciliation: the list, and one run with its progress.
package enum RunView {
    package static let table = PageTable(
        "Runs",
        empty: "No run yet. Start one: as a dry run it reports differences and changes nothing.",
        [
            .time("Started", "started_at"), .link("Run", .run, "run_id"),
            .cells("State") { state(of: $0) }, .cells("Reads") { scope(of: $0) },
            .text("By", "origin"),
            .number("Read", "people", "read"), .number("Failed", "people", "failed"),
            .number("Differences", "drift", "total"),
            .number("Of access", "drift", "access_affected"), .time("Ended", "ended_at"),
        ])

    private static func state(of run: JSONValue) -> [Cell] {
        guard let status = run.word("status") else { return [] }
        let tone: Cell.Tone =
            ["finished": .good, "stopped": .bad, "cancelled": .dim][status] ?? .warn
        return [.state(status, tone)]
            + (run.isTrue("dry_run") ? [.text("dry run")] : [])
    }

    private static func scope(of run: JSONValue) -> [Cell] {
        switch run.word("scope") {
        case "user": run.links(.person, "app_user_id")
        case "due": [.text("people at risk")]
        case "all": [.text("all people")]
        case let other: [.text(other ?? "")]
        }
    }

    package static func hasEnded(_ run: JSONValue) -> Bool { run.word("ended_at") != nil }

    /// The part of a run's page that changes while it runs, for the template `run_progress`.
    ///
    /// Reads the answer of `getRun`.
    package static func progress(_ run: JSONValue, in place: Place) -> JSONValue {
        let total = run.integer("people", "total")
        let done = total - run.integer("people", "waiting")
        return .members([
            "sentence": .string(sentence(run, done: done, total: total)),
            "is_listing": .bool(["preparing", "listing"].contains(run.word("status"))),
            "done": .integer(done), "total": .integer(max(total, 1)),
            "facts": Facts.shown(facts(run), in: place),
            "causes": causes.shown(
                (run.value(at: ["drift", "causes"])?.object?.members ?? []).map {
                    .members(["cause": .string($0.name), "count": $0.value])
                }, in: place),
        ])
    }

    private static func sentence(_ run: JSONValue, done: Int64, total: Int64) -> String {
        switch run.word("status") {
        case "preparing": "Listing people: \(Number.text(total)) so far."
        case "listing": "Listing the project: \(Number.text(total)) people so far."
        default: "\(Number.text(done)) of \(counted(total, "person", "people"))."
        }
    }

    private static func facts(_ run: JSONValue) -> [(name: String, parts: [Cell])] {
        let people = ["read", "unknown", "failed"].map { name in
            (name: words(name), parts: [Cell.number(run.integer("people", name))])
        }
        return [
            ("State", state(of: run)),
            ("Setback", run.cells(Cell.code, "setback")),
            ("Reads", scope(of: run)),
            (
                "Covers",
                run.word("covers") == "known_ids" && run.word("scope") == "all"
                    ? [.text("Known ids only: buyers whose webhooks were all lost are missing.")]
                    : []
            ),
            ("Started", run.cells(Cell.time, "started_at")),
            ("Ended", run.cells(Cell.time, "ended_at")),
        ] + people + [
            ("Differences", [.number(run.integer("drift", "total"))]),
            ("Of access", [.number(run.integer("drift", "access_affected"))]),
            ("Stops at", [.text("\(run.integer("stop_at_lost_percent")) % who lose access")]),
            (
                "Left",
                run.value(at: ["seconds_left"]) == nil
                    ? [] : [.text(duration(run.integer("seconds_left")))]
            ),
        ]
    }

    private static func duration(_ seconds: Int64) -> String {
        seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }

    private static let causes = PageTable(
        "Differences by cause", empty: "No difference was found.",
        [.code("Cause", "cause"), .number("Count", "count")])

    package static let drift = PageTable(
        "Differences", empty: "No difference was found.",
        [
            .time("Found", "found_at"), .link("Person", .person, "app_user_id"),
            .code("Cause", "cause"), .code("Product", "product_id"),
            .cells("Access") { row in
                row.isTrue("access_affected") ? [.state("changed", .bad)] : [.text("same")]
            },
            .cells("Before") { fold($0, "before") }, .cells("After") { fold($0, "after") },
        ])

    private static func fold(_ row: JSONValue, _ name: String) -> [Cell] {
        guard let state = row[name], !state.isNull else { return [] }
        return [.fold("Show", state.indentedText)]
    }

    /// What is wrong with a run.
    package static func warnings(_ run: JSONValue, in place: Place) -> [Warning] {
        guard run.word("status") == "stopped" else { return [] }
        return [
            Warning(
                "Too many people lost access, so the run stopped. Does the API key belong to this "
                    + "project?",
                way: ("Tenant", "\(place.root)/tenant"))
        ]
    }
}
