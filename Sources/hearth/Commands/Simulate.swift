import ArgumentParser
import Curl
import Entitlements
import EntitlementsAPI
import FoundationEssentials
import Logging
import RevenueCatSimulator
import ServiceLifecycle

/// Is RevenueCat, for whoever develops against it or tries Hearth out.
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Simulate RevenueCat: its REST APIs v1 and v2, and its webhooks.",
        discussion: """
            People live a random year that follows from the seed, buy, cancel, share and restore, \
            and go on living; a small API under /control does to them whatever you like. Nothing \
            is kept: another start is another world, or the same one from the same seed and start.
            """)

    @Option(help: "The port to listen on, of this machine only; 0 takes any free one.")
    var port = 8_081

    @Option(help: "Another seed, other people.")
    var seed: UInt64 = 1

    @Option(
        name: .customLong("customers"),
        help: "How many people there are, after a year of random life.")
    var people = 0

    @Option(
        help: "A tenant file, whose products are for sale. An example's when absent.",
        completion: .file())
    var tenant: String?

    @Option(help: "What a restore does: \(Self.words(World.RestoreBehavior.allCases)).")
    var restoreBehavior = World.RestoreBehavior.transfer

    @Option(
        help: """
            The moment to begin at, as 2026-11-21T10:00:00Z; time stands then until /control/clock \
            moves it. Now, and running, when absent.
            """)
    var start: String?

    @Option(help: "Requests a minute that each key may make; 0 for no limit.")
    var requestsPerMinute = 480

    @OptionGroup(title: "Webhooks") var webhooks: SimulatedWebhooks

    func validate() throws {
        if !(0...65_535).contains(port) {
            throw ValidationError("--port must be from 0 to 65535.")
        }
        if let start, Timestamp(rfc3339: start) == nil {
            throw ValidationError("--start must be a moment, such as 2026-11-21T10:00:00Z.")
        }
        if people < 0 || requestsPerMinute < 0 {
            throw ValidationError("--customers and --requests-per-minute must not be negative.")
        }
    }

    func run() async throws {
        let configuration = try Configuration.fromEnvironment(mode: .development)
        let logger = StandardStream.error.bootstrapLogging(level: configuration.logLevel)
        let http = HTTPClient(configuration: HTTPClient.Configuration())
        let catalog = try catalog()
        let simulator = Simulator(
            world: try livedWorld(selling: catalog), configuration: simulatorConfiguration,
            policy: webhooks.policy, seed: seed, deliver: webhooks.delivery(by: http))
        let server = SimulatorServer(simulator: simulator, logger: logger) { port in
            StandardStream.output.writeLine(SimulatorBanner(port: port, catalog: catalog).text)
        }
        try await ServerProcess(configuration: configuration, logger: logger)
            .run([http, WebhookSender(simulator: simulator), server])
    }

    /// The world after the year that its people have lived.
    private func livedWorld(selling catalog: World.Catalog) throws -> World {
        var year = SimulatedYear(
            seed: seed, people: people,
            end: start.flatMap { Timestamp(rfc3339: $0) } ?? systemTime())
        year.settings.restoreBehavior = restoreBehavior
        year.catalog = catalog
        return try year.world()
    }

    /// What is for sale.
    private func catalog() throws -> World.Catalog {
        guard let tenant else { return .example }
        return World.Catalog(try TenantApply.definition(path: tenant))
    }

    private var simulatorConfiguration: SimulatorConfiguration {
        var configuration = SimulatorConfiguration()
        configuration.port = port
        configuration.requestsPerMinute = requestsPerMinute == 0 ? nil : requestsPerMinute
        configuration.clock = start == nil ? .following(systemTime) : .standing
        configuration.signing = webhooks.signing
        // Who receives them compares with the real time, wherever the world is.
        configuration.signingTime = systemTime
        configuration.deliveriesAtOnce = 4
        return configuration
    }

    private static func words(_ words: [some RawRepresentable<String>]) -> String {
        words.map(\.rawValue).joined(separator: ", ")
    }
}

extension World.RestoreBehavior: ExpressibleByArgument {}
