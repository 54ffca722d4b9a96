import ArgumentParser
import EntitlementsDatabase

/// Deletes an endpoint.
struct EndpointDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an endpoint, with the log of its deliveries.",
        discussion: "Example: hearth endpoint delete myapp $ENDPOINT_ID")

    @OptionGroup var options: EndpointOptions

    func run() async throws {
        try await options.run { installation, tenant in
            _ = try await installation.database.call(
                DeleteEndpoint(endpointID: options.endpoint, actor: AnswerOptions.actor),
                in: tenant)
        }
    }
}
