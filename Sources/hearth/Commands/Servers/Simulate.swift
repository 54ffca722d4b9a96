import ArgumentParser
import Curl
import Entitlements
import EntitlementsAPI
import FoundationEssentials
import Logging
import RevenueCatSimulator
import ServiceLifecycle

/// Simulates RevenueCat, for development and for trying Hearth out.
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Simulate RevenueCat: its REST APIs v1 and v2, and its webhooks.",
        discussion: """
            Customers live a random year that follows from the seed: they buy, cancel, share and \
            restore. Time then goes on, and an API under /control acts for them. Nothing is \
            stored, but the same --seed and --start give the same world again.

            Example: hearth simulate
            """)

    @Option(help: "The port to listen on, on loopback only; 0 takes any free port.")
    var port = 8_081

    @Option(help: "The seed of the random customers.")
    var seed: UInt64 = 1

    @Option(
        name: .customLong("customers"),
        help: "The number of customers who lived a random year.")
    var people = 0

    @Option(
        help: "The tenant file with the products for sale; by default, an example's products.",
        completion: .file())
    var tenant: String?

    @Option(help: "The effect of a restore: \(Self.words(World.RestoreBehavior.allCases)).")
    var restoreBehavior = World.RestoreBehavior.transfer

    @Option(
        help: """
            The time to start at, such as 2026-11-21T10:00:00Z; the clock then stands until \
            /control/clock moves it. By default, now, with a running clock.
            """)
    var start: String?

    @Option(help: "The requests per minute of each key; 0 for no limit.")
    var requestsPerMinute = 480

    @OptionGroup(title: "Webhooks") var webhooks: SimulatedWebhooks

    func validate() throws {
        if !(0...65_535).contains(port) {
            throw ValidationError("--port must be from 0 to 65535.")
        }
        if let start, Timestamp(rfc3339: start) == nil {
            throw ValidationError("--start must be a time, such as 2026-11-21T10:00:00Z.")
        }
        if people < 0 || requestsPerMinute < 0 {
            throw ValidationError("--customers and --requests-per-minute must not be negative.")
        }
    }

    func run() async throws {
        let configuration = try Configuration.fromEnvironment(mode: .development)
        let logger = StandardStream.error.bootstrapLogging(configuration)
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

    /// The world after its customers' year.
    private func livedWorld(selling catalog: World.Catalog) throws -> World {
        var year = SimulatedYear(
            seed: seed, people: people,
            end: start.flatMap { Timestamp(rfc3339: $0) } ?? systemTime())
        year.settings.restoreBehavior = restoreBehavior
        year.catalog = catalog
        return try year.world()
    }

    /// The products for sale.
    private func catalog() throws -> World.Catalog {
        guard let tenant else { return .example }
        return World.Catalog(try GivenTenantFile(path: tenant).definition)
    }

    private var simulatorConfiguration: SimulatorConfiguration {
        var configuration = SimulatorConfiguration()
        configuration.port = port
        configuration.requestsPerMinute = requestsPerMinute == 0 ? nil : requestsPerMinute
        configuration.clock = start == nil ? .following(systemTime) : .standing
        configuration.signing = webhooks.signing
        // Receivers compare signatures with the real time, not with the world's.
        configuration.signingTime = systemTime
        configuration.deliveriesAtOnce = 4
        return configuration
    }

    private static func words(_ words: [some RawRepresentable<String>]) -> String {
        words.map(\.rawValue).joined(separator: ", ")
    }
}

extension World.RestoreBehavior: ExpressibleByArgument {}
