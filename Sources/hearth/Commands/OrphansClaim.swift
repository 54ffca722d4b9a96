import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Gives an orphan to an app user.
struct OrphansClaim: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "claim",
        abstract: "Give an orphan to an identified app user; you vouch that it is theirs.",
        discussion: """
            As with the admin key, claim_expiry_days, claims_per_30_days and restore_behavior do \
            not apply.

            Example: hearth orphans claim myapp u_42 --orphan-id $ORPHAN_ID
            """)

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "An id of the app user.")
    var user: AppUserID

    @Option(help: "The orphan's id, from `hearth orphans list`.")
    var orphanID: IDArgument?

    @Option(help: "Instead of the orphan's id: an id of its holder.")
    var appUserIDOfPurchase: AppUserID?

    @Flag(help: "Show what it would do, and change nothing.")
    var dryRun = false

    func validate() throws {
        guard (orphanID == nil) != (appUserIDOfPurchase == nil) else {
            throw ValidationError("Name either --orphan-id or --app-user-id-of-purchase.")
        }
    }

    func run() async throws {
        let call = ClaimOrphan(
            appUserID: user, orphanID: orphanID?.uuid, appUserIDOfPurchase: appUserIDOfPurchase,
            proof: "operator", actor: AnswerOptions.actor, isDryRun: dryRun)
        try await answer.run(
            { try await $0.callOne(call, in: $1).outcome.get().value },
            show: {
                Card(
                    [
                        "outcome", "merge_id", "app_user.app_user_ids",
                        Column("moved.app_user_ids", as: "moved ids"),
                        Column("moved purchases") { moved in
                            ["subscriptions", "purchases"].flatMap {
                                moved["moved"]?[$0]?.array ?? []
                            }.compactMap { $0["product_id"]?.string }.joined(separator: ", ")
                        },
                    ], of: $0
                ).print()
            })
    }
}
