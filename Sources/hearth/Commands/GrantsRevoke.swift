import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Ends a grant.
struct GrantsRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End a grant now; a revoked one stays as it is.",
        discussion: "Example: hearth grants revoke myapp u_42 $GRANT_ID --reason mistake")

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "Any id of the app user.")
    var user: AppUserID

    @Argument(help: "The grant's id.")
    var grant: IDArgument

    @OptionGroup var because: ReasonOption

    static let columns: [Column] = [
        "grant_id", "app_user_id", "status", "entitlement_id", "product_id", "starts_at",
        "expires_at", "reason", "revocation_reason",
    ]

    func run() async throws {
        try await answer.run(
            RevokeGrant(
                appUserID: user, grantID: grant.uuid, actor: AnswerOptions.actor,
                reason: because.reason),
            Self.columns)
    }
}
