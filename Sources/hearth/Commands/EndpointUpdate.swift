import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Changes an endpoint, or switches it on or off.
struct EndpointUpdate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Change an endpoint, or switch it on or off.",
        discussion: """
            If you switch an endpoint on, it continues where it stopped, and failed deliveries are \
            repeated at once.

            Example: hearth endpoint update myapp $ENDPOINT_ID --off
            """)

    @OptionGroup var options: EndpointOptions

    @Option(help: "Another address.")
    var url: String?

    @Option(
        name: .customLong("kind"), help: "A kind of changes to deliver; may be repeated.")
    var kinds: [ChangeKind] = []

    @Flag(help: "Deliver changes of all kinds.")
    var allKinds = false

    @Option(
        name: .customLong("environment"),
        help: "An environment to deliver changes of: production or sandbox; may be repeated.")
    var environments: [PurchaseEnvironment] = []

    @Flag(help: "Switch it on.")
    var on = false

    @Flag(help: "Switch it off.")
    var off = false

    func validate() throws {
        if on && off { throw ValidationError("Say --on or --off.") }
        if allKinds && !kinds.isEmpty { throw ValidationError("Say --kind or --all-kinds.") }
    }

    func run() async throws {
        try await options.run { installation, tenant in
            let wanted: UpdateEndpoint.Kinds =
                allKinds ? .all : kinds.isEmpty ? .unchanged : .only(kinds)
            printJSON(
                try await installation.database.callOne(
                    UpdateEndpoint(
                        endpointID: options.endpoint,
                        url: try url.map(installation.endpointURL),
                        kinds: wanted, isOn: on ? true : off ? false : nil,
                        actor: AnswerOptions.actor,
                        environments: environments.isEmpty ? nil : Set(environments)),
                    in: tenant
                ).json)
        }
    }
}
