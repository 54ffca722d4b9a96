import ArgumentParser
import EntitlementsAPI
import EntitlementsDatabase

/// Lists the purchases without an identified owner.
struct OrphansList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List purchases without an identified owner, newest first.",
        discussion: "Example: hearth orphans list myapp --limit 20")

    @OptionGroup var list: ListOptions

    static let columns: [Column] = [
        "orphaned_at", "orphan_id", "reason", "purchase.product_id", "purchase.store",
        "purchase.expires_at", Column("app_user_id", as: "held by"),
        Column("previous_app_user_id", as: "before"),
    ]

    func run() async throws {
        let cursor = try list.cursor(MomentCursor.init(reading:))
        try await list.run(
            ListOrphans(
                pageLimit: list.pageLimit, beforeOrphanedAt: cursor?.moment,
                beforeOrphanID: cursor?.id),
            Self.columns,
            cursor: \.cursor.text, answer: \.answer)
    }
}
