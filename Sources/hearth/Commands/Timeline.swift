import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Lists what happened to an app user.
struct Timeline: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List what happened to an app user, newest first.",
        discussion: """
            Prints what GET /v1/admin/users/{id}/timeline answers, a line each: time, kind, and \
            what is known of it. Below an event stands what it changed.
            """)

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Argument(help: "Any id of the app user.")
    var user: String

    @Option(
        help: ArgumentHelp(
            "Only entries of a kind: \(ListTimeline.kinds.joined(separator: ", ")).",
            valueName: "kind"))
    var kind: String?

    @Option(help: "How many entries, at most 1,000.")
    var limit: Int32 = 50

    @Flag(help: "Print JSON, an entry a line, as the API answers it.")
    var json = false

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        guard 1...1_000 ~= limit else { throw ValidationError("--limit must be from 1 to 1000.") }
        if let kind, !ListTimeline.kinds.contains(kind) {
            throw ValidationError("There are no entries of kind \"\(kind)\".")
        }
    }

    func run() async throws {
        guard let appUserID = AppUserID(rawValue: user) else {
            throw ValidationError("\"\(user)\" cannot be an app user id.")
        }
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let call = ListTimeline(
                appUserID: appUserID, withKind: kind, pageLimit: limit, beforeRecordedAt: nil,
                beforePlace: nil)
            for row in try await installation.database.call(call, in: id) {
                if json { printJSON(row.answer) } else { try printEntry(row) }
            }
        }
    }

    private func printEntry(_ row: ListTimeline.Row) throws {
        let entry = try JSONParser.parse(row.answer)
        let data = entry["data"]?.object ?? JSONObject()
        printRow(["\(row.recordedAt)", entry["kind"]?.string ?? "–", data.summary])
        for change in entry["changes"]?.array ?? [] {
            let after = change["after"] ?? .null
            printRow(["", "  \(change["kind"]?.string ?? "change")", after.text])
        }
    }
}

extension JSONObject {
    /// The members that say something: `type: RENEWAL, status: applied`.
    fileprivate var summary: String {
        members.filter { !$0.value.isEmpty }
            .map { "\($0.name): \($0.value.text)" }.joined(separator: ", ")
    }
}

extension JSONValue {
    fileprivate var isEmpty: Bool { self == .null || self == .array([]) }

    /// A string without quotes; other values as JSON.
    fileprivate var text: String { string ?? String(decoding: bytes, as: UTF8.self) }
}
