import Entitlements

/// What a table shows of an element of a list that is more than one row.
enum Rows {
    /// An entry of the timeline, and below it each of its changes.
    @Sendable
    static func withChanges(_ entry: JSONValue) -> [JSONValue] {
        [entry]
            + (entry["changes"]?.array ?? []).map { change in
                .members([
                    "recorded_at": .string(""),
                    "kind": .string("  \(change["kind"]?.string ?? "change")"),
                    "after": change["after"] ?? .null,
                ])
            }
    }
}
