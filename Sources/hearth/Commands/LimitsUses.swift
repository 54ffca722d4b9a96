import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Lists an app user's uses of a limit.
struct LimitsUses: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "uses", abstract: "List an app user's uses of a limit, newest first.",
        discussion: "Example: hearth limits uses myapp u_42 recipes")

    @OptionGroup var list: ListOptions

    @Argument(help: "Any id of the app user.")
    var user: AppUserID

    @Argument(help: "The limit.")
    var limit: String

    static let columns: [Column] = [
        "used_at", "amount", "counts", "app_user_id", "reference", "reservation_id",
    ]

    func run() async throws {
        let cursor = try list.cursor(MomentCursor.init(reading:))
        try await list.run(
            ListUses(
                appUserID: user, limitID: limit, pageLimit: list.pageLimit,
                beforeUsedAt: cursor?.moment, beforeUseID: cursor?.id),
            Self.columns,
            cursor: \.cursor.text, answer: \.answer)
    }
}
