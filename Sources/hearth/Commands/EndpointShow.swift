import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Prints an endpoint.
struct EndpointShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an endpoint.",
        discussion: "Example: hearth endpoint show myapp $ENDPOINT_ID")

    @OptionGroup var options: EndpointOptions

    @Flag(help: "Print JSON, as the API answers it.")
    var json = false

    private static let columns: [Column] = [
        "endpoint_id", "url", "state", "off_reason", "off_at", "failing", "kinds", "environments",
        "created_at",
    ]

    func run() async throws {
        try await options.run { installation, tenant in
            let answer = try await installation.database.callOne(
                GetEndpoint(endpointID: options.endpoint), in: tenant
            ).json
            let endpoint = try JSONParser.parse(answer)
            if json { print(endpoint.indented) } else { Card(Self.columns, of: endpoint).print() }
        }
    }
}
