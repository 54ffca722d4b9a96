import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Revokes codes.
struct CodesRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a code, a batch or a campaign, with or without what it gave.",
        discussion: """
            --take-back takes back 500 redemptions at a time; repeat it while some remain.

            Example: hearth codes revoke myapp --batch-id $BATCH_ID --reason leaked
            """)

    @OptionGroup var answer: AnswerOptions

    @Option(help: "The code.")
    var code: String?

    @Option(help: "Instead of a code: all codes of a batch.")
    var batchID: IDArgument?

    @Option(help: "Instead of a code: all codes of a campaign.")
    var campaignID: String?

    @Flag(help: "Also take back what was given.")
    var takeBack = false

    @OptionGroup var because: ReasonOption

    func validate() throws {
        let targets = [code != nil, batchID != nil, campaignID != nil]
        guard targets.count(where: \.self) == 1 else {
            throw ValidationError("Name one of --code, --batch-id and --campaign-id.")
        }
    }

    func run() async throws {
        var target = RevokeCodes.Target()
        target.codeDigest = code.map { PromoCode.digest(of: $0) }
        target.batchID = batchID?.uuid
        target.campaignID = campaignID
        try await answer.run(
            RevokeCodes(
                target, takeBack: takeBack, actor: AnswerOptions.actor, reason: because.reason),
            ["revoked_codes", "taken_back", "remaining"])
    }
}
