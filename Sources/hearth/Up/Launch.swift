import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import Logging
import Migrations
import Postgres
import RevenueCatSimulator
import ServiceLifecycle

/// One run of `hearth up`, from an empty directory to a server with app users.
struct Launch: Service {
    let configuration: Configuration
    let directory: DataDirectory
    let owner: DataDirectory.Owner
    let tenants: [TenantDefinition]
    let keys: KeyRing
    /// Nil if `--no-demo` is given or the example tenant is missing.
    let demo: Demo?
    let printsJSON: Bool
    let logger: Logger

    /// The URLs of the server's Postgres: for the server, and for an administrator.
    let database: @Sendable () async throws -> (url: String, administrator: String)

    func run() async throws {
        let prepared: (url: String, keys: KeyRing)
        do {
            prepared = try await cancelWhenGracefulShutdown {
                if configuration.database.url == nil { logger.info("Starting Postgres") }
                let (url, administrator) = try await database()
                return (url, try await prepare(url, administrator: administrator))
            }
        } catch {
            // Being stopped early is no failure.
            guard Task.isShuttingDownGracefully else { throw error }
            return
        }
        guard let demo else {
            return try await serve(prepared.url, configuration) { port in
                try await announce(
                    localServer(at: port), prepared.keys, simulator: nil, in: prepared.url)
            }
        }
        try await run(demo, prepared.url, prepared.keys)
    }

    /// Runs the simulated RevenueCat and the server, which is stopped first.
    private func run(_ demo: Demo, _ url: String, _ keys: KeyRing) async throws {
        let upstream = DemoUpstream(demo, keys: keys.tenants[demo.tenant.slug.rawValue])
        let (ports, port) = AsyncStream.makeStream(
            of: Int.self, bufferingPolicy: .bufferingNewest(1))
        let simulator = SimulatorServer(simulator: upstream.simulator, logger: logger) {
            port.yield($0)
        }
        let server = ServedOnceListening(ports: ports) { port in
            let address = "http://127.0.0.1:\(port)"
            var configuration = configuration
            if readsSimulator { configuration.revenueCatURL = address }
            try await serve(url, configuration) { port in
                let server = localServer(at: port)
                logger.info("Loading the demo's app users from the simulated RevenueCat")
                await upstream.begin(delivering: server)
                try await DemoHousehold(server: server, keys: keys).found(in: demo.tenant)
                try await announce(server, keys, simulator: address, in: url)
                try await WebhookSender(simulator: upstream.simulator).run()
            }
        }
        try await ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [simulator, server], logger: logger)
        ).run()
    }

    private func serve(
        _ url: String, _ configuration: Configuration,
        onRunning: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        try await HearthServer(
            configuration: configuration, databaseURL: url, secretBox: try secretBox,
            metrics: .bootstrap(), logger: logger, onRunning: onRunning
        ).run()
    }

    /// If HEARTH_REVENUECAT_URL is set, app users are read from there, with the operator's own key.
    private var readsSimulator: Bool { demo != nil && !configuration.isRevenueCatURLSet }

    /// Prepares the schema, tenants and keys, before the server starts.
    private func prepare(_ url: String, administrator: String) async throws -> KeyRing {
        logger.info("Migrating the database")
        let report = try await DatabaseMigration.run(administrator, logger: logger)
        try await ServerLogin.requireSessions(
            configuration.postgresClient(url), logger: logger)
        logger.info(
            "Loading the tenants",
            metadata: [
                "migrations_applied": .stringConvertible(report.appliedMigrations.count),
                "tenants": .stringConvertible(tenants.count),
            ])
        let secretBox = try secretBox
        let known = try await DatabaseSession.run(
            url, configuration: configuration, logger: logger
        ) { database in
            try await SealedSecrets(database: database, secretBox: secretBox).requireOwnKey()
            return try await Provisioning(
                database: database, secretBox: secretBox, upstreamKeys: upstreamKeys
            ).provision(tenants, with: keys)
        }
        if known != keys { try directory.write(known) }
        return known
    }

    private var upstreamKeys: [String: String] {
        guard let demo, readsSimulator else { return [:] }
        return [demo.tenant.slug.rawValue: demo.apiKey]
    }

    private var secretBox: SecretBox {
        get throws {
            guard let secretBox = SecretBox(keyBytes: keys.encryptionKey) else {
                throw OperatorMessage.encryptionKeyMissing(hasSealedSecrets: true)
            }
            return secretBox
        }
    }

    private func localServer(at port: Int) -> LocalServer {
        LocalServer(
            listeningOn: configuration.http.host, port: port,
            hostHeader: configuration.http.allowedHosts.first)
    }

    /// Prints the address, and leaves the address for other commands.
    private func announce(
        _ server: LocalServer, _ keys: KeyRing, simulator: String?, in url: String
    ) async throws {
        var console: ConsoleLink?
        if configuration.http.servesConsole {
            console = try await DatabaseSession.run(
                url, configuration: configuration, logger: logger
            ) { try await ConsoleLink.create(at: server.address, in: $0) }
        }
        try owner.announce(AnnouncedServer(address: server.address, simulator: simulator))
        let banner = Banner(
            address: server.address, console: console, simulator: simulator, tenants: tenants,
            program: CommandLine.arguments.first ?? "hearth",
            dataDirectory: directory.path == DataDirectory(path: DataDirectory.usualPath).path
                ? nil : directory.path)
        StandardStream.output.writeLine(
            printsJSON
                ? keys.readyLine(
                    address: server.address, console: console, simulator: simulator)
                : banner.text)
    }
}

/// Starts a server once the port of another is known.
private struct ServedOnceListening: Service {
    let ports: AsyncStream<Int>
    let serve: @Sendable (Int) async throws -> Void

    func run() async throws {
        for await port in ports.cancelOnGracefulShutdown() { return try await serve(port) }
    }
}
