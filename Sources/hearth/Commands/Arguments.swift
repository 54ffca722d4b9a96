import ArgumentParser
import Entitlements

extension AppUserID: ExpressibleByArgument {}

extension Timestamp: ExpressibleByArgument {
    /// A moment as RFC 3339 writes it: 2026-11-21T10:00:00Z.
    init?(argument: String) {
        self.init(rfc3339: argument)
    }
}

/// Why an act is done, for the audit.
struct ReasonOption: ParsableArguments {
    @Option(help: "Why, for the audit.")
    var reason: String

    func validate() throws {
        guard 1...2_000 ~= reason.utf8.count else {
            throw ValidationError("--reason must have 1 to 2000 bytes.")
        }
    }
}

/// The environment of the stores.
struct EnvironmentOption: ParsableArguments {
    @Option(help: "The stores' environment: production or sandbox.")
    var environment = PurchaseEnvironment.production

    var name: String { environment.rawValue }
}

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
        StandardStream.error.write(Array("\(question) Type yes: ".utf8))
        guard readLine(strippingNewline: true) == "yes" else {
            throw OperatorMessage(
                "nothing was changed", why: "the answer was not yes", exitStatus: .notAllowed)
        }
    }
}
