import ArgumentParser
import Entitlements

extension AppUserID: ExpressibleByArgument {}

/// Asks before something is done that cannot be taken back.
struct Confirmation: ParsableArguments {
    @Flag(help: "Do it without asking.")
    var yes = false

    /// Throws unless a person at the terminal says yes, or --yes is given.
    func require(_ question: String) throws {
        if yes { return }
        guard StandardInput.isTerminal else {
            throw ValidationError("Standard input is no terminal: add --yes.")
        }
        let shown = question.showingControlCharacters
        StandardStream.error.write(Array("\(shown) Type yes: ".utf8))
        guard readLine(strippingNewline: true) == "yes" else {
            throw OperatorMessage(
                "nothing was changed", why: "the answer was not yes", exitStatus: .notAllowed)
        }
    }
}
