import ArgumentParser
import EntitlementsDatabase

/// Prints an endpoint.
struct EndpointShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print an endpoint.",
        discussion: "Example: hearth endpoint show myapp $ENDPOINT_ID")

    @OptionGroup var options: EndpointOptions

    func run() async throws {
        try await options.run { installation, tenant in
            printJSON(
                try await installation.database.callOne(
                    GetEndpoint(endpointID: options.endpoint), in: tenant
                ).json)
        }
    }
}
