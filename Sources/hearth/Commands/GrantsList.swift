import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Lists the grants of an app user.
struct GrantsList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List an app user's grants, newest first.",
        discussion: "Example: hearth grants list myapp u_42")

    @OptionGroup var list: ListOptions

    @Argument(help: "Any id of the app user.")
    var user: AppUserID

    static let columns: [Column] = [
        "granted_at", "grant_id", "status", "entitlement_id", "product_id", "expires_at",
        "granted_by", "reason",
    ]

    func run() async throws {
        let cursor = try list.cursor(MomentCursor.init(reading:))
        try await list.run(
            ListGrants(
                appUserID: user, pageLimit: list.pageLimit, beforeGrantedAt: cursor?.moment,
                beforeGrantID: cursor?.id),
            Self.columns,
            cursor: \.cursor.text, answer: \.answer)
    }
}
