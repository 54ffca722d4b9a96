import Entitlements

/// The audit.
package enum AuditView {
    package static let table = PageTable(
        "Audit",
        empty:
            "Nothing is recorded yet. Merges, claims, grants, erasures, and changes of codes and "
            + "endpoints will be listed here.",
        [
            .time("When", "recorded_at"), .code("Action", "action"), .code("By", "actor"),
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
