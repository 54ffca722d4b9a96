import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Shows an app user's balance of each credit.
struct CreditsShow: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an app user's balance of each credit.",
        discussion: "Example: hearth credits show myapp u_42")

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "Any id of the app user.")
    var user: AppUserID

    @OptionGroup var environment: EnvironmentOption

    static let columns: [Column] = ["credit_id", "balance", "spent", "owed"]

    func run() async throws {
        let call = GetCredits(appUserID: user, environment: environment.name)
        try await answer.run(call) { credits in
            Table(
                Self.columns,
                credits["credits"]?.object?.members.map(\.value) ?? []
            ).print()
        }
    }
}
