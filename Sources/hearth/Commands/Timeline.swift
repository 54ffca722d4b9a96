import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Lists what happened to an app user.
struct Timeline: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        abstract: "List what happened to an app user, newest first.",
        discussion: """
            Prints what GET /v1/admin/users/{id}/timeline answers: time, kind and details. What \
            an event changed is shown below it.

            Example: hearth timeline myapp u_42 --kind webhook_event
            """)

    @OptionGroup var list: ListOptions

    @Argument(help: "Any id of the app user.")
    var user: AppUserID

    @Option(
        help: ArgumentHelp(
            "Only entries of a kind: \(ListTimeline.kinds.joined(separator: ", ")).",
            valueName: "kind"))
    var kind: String?

    static let columns: [Column] = [
        "recorded_at", "kind",
        Column("data") { entry in entry["data"]?.object?.summary ?? entry["after"]?.shown },
    ]

    func validate() throws {
        if let kind, !ListTimeline.kinds.contains(kind) {
            throw ValidationError("There are no entries of kind \"\(kind)\".")
        }
    }

    func run() async throws {
        let cursor = try list.cursor(PlaceCursor.init(reading:))
        try await list.run(
            ListTimeline(
                appUserID: user, withKind: kind, pageLimit: list.pageLimit,
                beforeRecordedAt: cursor?.moment, beforePlace: cursor?.place),
            Self.columns, cursor: \.cursor.text, answer: \.answer, rows: Self.rows)
    }

    /// An entry, and below it each of its changes.
    @Sendable
    private static func rows(of entry: JSONValue) -> [JSONValue] {
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

extension JSONObject {
    /// The members that say something: `type: RENEWAL, status: applied`.
    fileprivate var summary: String {
        members.filter { $0.value != .null && $0.value != .array([]) }
            .map { "\($0.name): \($0.value.shown)" }.joined(separator: ", ")
    }
}
