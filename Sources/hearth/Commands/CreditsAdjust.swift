import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Gives an app user credits, or takes some.
struct CreditsAdjust: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adjust",
        abstract: "Give an app user credits, or take some, once for each reference.",
        discussion: """
            Example: hearth credits adjust myapp u_42 export --amount -3 --reference ticket-71 \
            --reason refunded
            """)

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "Any id of the app user.")
    var user: AppUserID

    @Argument(help: "The credit.")
    var credit: String

    @Option(
        parsing: .unconditional, help: "How many: above zero they are given, below zero taken.")
    var amount: Int32

    @Option(help: "Your name for this adjustment; if you repeat it, nothing more changes.")
    var reference: String

    @OptionGroup var because: ReasonOption
    @OptionGroup var environment: EnvironmentOption

    func validate() throws {
        guard amount != 0, -1_000_000...1_000_000 ~= amount else {
            throw ValidationError("--amount must be from -1000000 to 1000000, and not 0.")
        }
        guard Use.referenceBytesRange.contains(reference.utf8.count) else {
            throw ValidationError("--reference must have 1 to 255 bytes.")
        }
    }

    func run() async throws {
        try await answer.run(
            AdjustCredit(
                appUserID: user, creditID: credit, amount: amount, reference: reference,
                reason: because.reason, actor: AnswerOptions.actor,
                environment: environment.name),
            ["credit_id", "reference", "amount", "balance", "owed"])
    }
}
