import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Lists the audit.
struct AuditList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the audit, newest first: who did what, to whose ids, and why.",
        discussion: """
            --json has the state before and after, too.

            Example: hearth audit list myapp --app-user-id u_42
            """)

    @OptionGroup var list: ListOptions

    @Option(help: "Only entries that concern this id.")
    var appUserID: String?

    static let columns: [Column] = [
        "recorded_at", "action", "actor", "app_user_ids", "merge_id", "reason",
    ]

    func run() async throws {
        let cursor = try list.cursor(MomentCursor.init(reading:))
        try await list.run(
            ListAuditEntries(
                appUserID: appUserID.map(AppUserID.init(unchecked:)), pageLimit: list.pageLimit,
                beforeRecordedAt: cursor?.moment, beforeAuditID: cursor?.id),
            Self.columns,
            cursor: \.cursor.text, answer: \.answer)
    }
}
