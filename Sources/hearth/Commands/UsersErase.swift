import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Erases an app user.
struct UsersErase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase an app user: each of their ids becomes a random name, for ever.",
        discussion: """
            Delete the customer at RevenueCat first, because a later event creates a new app user. \
            The worker empties the events within minutes.

            Example: hearth users erase myapp u_42 --yes
            """)

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "Any id of the app user.")
    var user: AppUserID

    @OptionGroup var confirmation: Confirmation

    func run() async throws {
        try confirmation.require("Erase \(user.rawValue.showingControlCharacters) for ever?")
        let call = EraseAppUser(appUserID: user, actor: AnswerOptions.actor)
        try await answer.run(
            { database, tenant in
                _ = try await database.call(call, in: tenant)
                return .members(["status": .string("erased")])
            }, show: { Card(["status"], of: $0).print() })
    }
}
