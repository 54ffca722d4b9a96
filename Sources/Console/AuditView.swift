import Entitlements

/// The audit.
package enum AuditView {
    package static let table = PageTable(
        "Audit",
        empty:
            "Nothing is recorded yet. Merges, claims, grants, erasures, and changes of codes, "
            + "endpoints and keys will be listed here.",
        [
            .time("When", "recorded_at"), .code("Action", "action"),
            .cells("By") { $0.cells(Cell.text, "actor_name") + $0.cells(Cell.code, "actor") },
            .cells("People") { $0.texts("app_user_ids").map { .link(.person, $0) } },
            .text("Reason", "reason"),
            .cells("State") { states($0, "before") + states($0, "after") },
        ])

    /// One entry may list thousands of purchases.
    private static let maximumCharacters = 4_000

    private static func states(_ entry: JSONValue, _ name: String) -> [Cell] {
        guard let states = entry[name], states.array?.isEmpty == false else { return [] }
        let text = states.indentedText
        guard text.count > maximumCharacters else { return [.fold(words(name), text)] }
        return [.fold("\(words(name)), the beginning", "\(text.prefix(maximumCharacters))…")]
    }
}
