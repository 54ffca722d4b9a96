import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Prints everything stored about an app user.
struct UsersExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print everything stored about an app user, as JSON.",
        discussion: "Example: hearth users export myapp u_42 > u_42.json")

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "Any id of the app user.")
    var user: AppUserID

    func run() async throws {
        try await answer.run(ExportAppUser(appUserID: user)) { print($0.indented) }
    }
}
