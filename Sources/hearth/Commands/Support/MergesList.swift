import ArgumentParser
import Entitlements
import EntitlementsAPI

/// Lists the merges of an app user.
struct MergesList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List an app user's merges and what undid them, newest first, with their ids.",
        discussion: """
            Reads GET /v1/admin/audit_entries, and leaves out other actions. A claim that merged \
            is among them.

            Example: hearth merges list myapp u_42
            """)

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "An id of the app user.")
    var user: String

    static let columns: [Column] = [
        "recorded_at", "merge_id", "action", "app_user_ids", "actor", "reason",
    ]

    func run() async throws {
        var call = OperationCall("listAuditEntries")
        call.parameter("app_user_id", user)
        let entries = call
        try await answer.run(
            { api in
                let page = try await api.page(of: entries, limit: .max, pageRows: 100)
                return .page(
                    (page["data"]?.array ?? []).filter { $0["merge_id"]?.string != nil })
            }, show: { AnswerOptions.show($0, "data", Self.columns) })
    }
}
