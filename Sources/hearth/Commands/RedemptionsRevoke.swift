import ArgumentParser
import EntitlementsDatabase

/// Takes back what a redemption gave.
struct RedemptionsRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Take back what one redemption of a code gave.",
        discussion: "Example: hearth redemptions revoke myapp $REDEMPTION_ID --reason abuse")

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "The redemption's id, from `hearth redemptions list`.")
    var redemption: IDArgument

    @OptionGroup var because: ReasonOption

    func run() async throws {
        try await answer.run(
            RevokeRedemption(
                redemptionID: redemption.uuid, actor: AnswerOptions.actor, reason: because.reason),
            RedemptionsList.columns)
    }
}
