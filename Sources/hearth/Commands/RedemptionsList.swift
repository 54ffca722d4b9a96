import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Lists redemptions of codes.
struct RedemptionsList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List redemptions of codes, newest first.",
        discussion: "Example: hearth redemptions list myapp --app-user-id u_42")

    @OptionGroup var list: ListOptions

    @Option(help: "Only redemptions of this campaign.")
    var campaignID: String?

    @Option(help: "Only redemptions by this app user.")
    var appUserID: String?

    static let columns: [Column] = [
        "redeemed_at", "redemption_id", "campaign_id", "app_user_id", .gives, "expires_at",
        "revoked_at", "revoked_because",
    ]

    func run() async throws {
        let cursor = try list.cursor(MomentCursor.init(reading:))
        try await list.run(
            ListRedemptions(
                campaignID: campaignID, appUserID: appUserID.map(AppUserID.init(unchecked:)),
                pageLimit: list.pageLimit, beforeRedeemedAt: cursor?.moment,
                beforeRedemptionID: cursor?.id),
            Self.columns, cursor: \.cursor.text, answer: \.answer)
    }
}
