import ArgumentParser
import EntitlementsDatabase

/// Delivers changes again.
struct EndpointReplay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Deliver the changes again from a number on, under the same ids.",
        discussion: "Example: hearth endpoint replay myapp $ENDPOINT_ID --from 1")

    @OptionGroup var options: EndpointOptions

    @Option(help: "The number of the first change.")
    var from: Int64

    func validate() throws {
        guard from >= 1 else { throw ValidationError("--from must be at least 1.") }
    }

    func run() async throws {
        try await options.run { installation, tenant in
            printJSON(
                try await installation.database.callOne(
                    ReplayEndpoint(
                        endpointID: options.endpoint, fromNumber: from,
                        actor: AnswerOptions.actor),
                    in: tenant
                ).json)
        }
    }
}
