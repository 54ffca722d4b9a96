import Entitlements

/// An explanation as lines for a terminal: the verdict, the tree below it, and what to do next.
struct WhyReport {
    let user: String
    let explained: JSONValue

    var lines: [ShownLine] {
        let asked = explained["asked"]
        let subject = [asked?["kind"]?.string, asked?["id"]?.string].compactMap(\.self)
        let answer = explained["is_allowed"] == .bool(true) ? "yes" : "no"
        let decision = explained["decision"]
        let sentences = [
            explained["verdict"]?["sentence"]?.string ?? "",
            explained["as_known_now"]?["sentence"]?.string,
        ]
        return ["\(user), \(subject.joined(separator: " ")): \(status: answer)"]
            + sentences.compactMap(\.self).map { "\($0)" }
            + section("considered", decision?["purchases"], purchase)
            + section("households", decision?["households"]) { [sentence($0)] }
            + section("events", decision?["events"]) { [sentence($0)] }
            + section("what changes by itself", explained["changes"]) {
                ["\($0["at"]?.string ?? "") \(sentence($0))"]
            }
            + section("how fresh this is", explained["knowledge"]) { [sentence($0)] }
            + section("next", explained["next"], step)
    }

    /// The first line of each part begins with a dash, the others stand below it.
    private func section(
        _ title: String, _ parts: JSONValue?, _ lines: (JSONValue) -> [String]
    ) -> [ShownLine] {
        let parts = parts?.array ?? []
        guard !parts.isEmpty else { return [] }
        return ["", "\(title, .bold)"]
            + parts.flatMap { part in
                lines(part).enumerated().map { "\($0 == 0 ? "  - " : "      ")\($1)" }
            }
    }

    private func sentence(_ part: JSONValue) -> String { part["sentence"]?.string ?? "" }

    private func purchase(_ part: JSONValue) -> [String] {
        let facts = part["facts"]
        let won = part["has_won"] == .bool(true) ? "won: " : ""
        let details = ["purchase_id", "transaction_id", "environment"].compactMap { name in
            facts?[name]?.string.map { "\(name) \($0)" }
        }
        return [won + sentence(part)] + [part["rule"]?["sentence"]?.string].compactMap(\.self)
            + [details.joined(separator: ", ")]
    }

    private func step(_ part: JSONValue) -> [String] {
        let request = part["request"]
        let line = [request?["method"]?.string, request?["path"]?.string].compactMap(\.self)
        let body = request?["body"].flatMap { $0.isNull ? nil : $0.bytes }
            .map { String(decoding: $0, as: UTF8.self) }
        return [sentence(part)] + [part["command"]?.string].compactMap(\.self)
            + (line.isEmpty ? [] : [(line + [body].compactMap(\.self)).joined(separator: " ")])
    }
}
