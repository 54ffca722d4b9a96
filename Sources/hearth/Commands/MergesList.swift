import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Lists the merges of an app user.
struct MergesList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List an app user's merges and what undid them, newest first, with their ids.",
        discussion: """
            Reads GET /v1/admin/audit_entries, and leaves out other acts. A claim that merged is \
            among them.

            Example: hearth merges list myapp u_42
            """)

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "An id of the app user.")
    var user: AppUserID

    static let columns: [Column] = [
        "recorded_at", "merge_id", "action", "app_user_ids", "actor", "reason",
    ]

    func run() async throws {
        let user = user
        try await answer.run(
            { try await Self.merges(of: user, in: $1, $0) },
            show: {
                AnswerOptions.show(
                    $0, Self.columns)
            })
    }

    private static let pageRows: Int32 = 500

    /// Returns all merges as a page.
    private static func merges(
        of user: AppUserID, in tenant: TenantID, _ database: Database
    ) async throws -> JSONValue {
        var merges: [JSONValue] = []
        var last: ListAuditEntries.Row?
        repeat {
            let rows = try await database.call(
                ListAuditEntries(
                    appUserID: user, pageLimit: pageRows, beforeRecordedAt: last?.recordedAt,
                    beforeAuditID: last?.auditID),
                in: tenant)
            merges += try rows.map { try JSONParser.parse($0.answer) }
                .filter { $0["merge_id"]?.string != nil }
            last = rows.count == Int(pageRows) ? rows.last : nil
        } while last != nil
        return .page(merges)
    }
}
