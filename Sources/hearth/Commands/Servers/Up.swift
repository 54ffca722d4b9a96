import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import Logging
import Postgres
import PrivateCluster
import ServiceLifecycle

/// Starts everything at once, to try Hearth or to develop against it.
struct Up: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Start a private Postgres and the server, with the example tenants.",
        discussion: """
            Runs in development mode unless HEARTH_ENVIRONMENT is set. If DATABASE_URL is set, \
            uses that Postgres instead of a private one. The demo's app users are customers of a \
            simulated RevenueCat, and are read from it unless HEARTH_REVENUECAT_URL is set.

            Example: hearth up --json
            """)

    @Option(help: "The port to listen on; by default, HEARTH_PORT. 0 takes any free port.")
    var port: Int?

    @Option(help: "The directory of the private Postgres and the keys.")
    var dataDirectory = DataDirectory.usualPath

    @Flag(help: "Load the example tenants without app users.")
    var noDemo = false

    @Option(help: "The port of the demo's simulated RevenueCat; 0 takes any free port.")
    var simulatorPort = 0

    @Flag(help: "Print one line of JSON when ready, for scripts.")
    var json = false

    func validate() throws {
        if let port, !(0...65_535).contains(port) {
            throw ValidationError("--port must be from 0 to 65535.")
        }
        if !(0...65_535).contains(simulatorPort) {
            throw ValidationError("--simulator-port must be from 0 to 65535.")
        }
    }

    func run() async throws {
        var configuration = try Configuration.fromEnvironment(mode: .development)
        configuration.http.port = port ?? configuration.http.port
        let logger = StandardStream.error.bootstrapLogging(configuration)
        let directory = DataDirectory(path: dataDirectory)
        try directory.requireFree()
        try configuration.http.requireFreePorts(
            orElse: "Name another port with --port or HEARTH_PORT. 0 takes a free one.")
        if !noDemo {
            try ListeningAddress(host: "127.0.0.1", port: simulatorPort)
                .requireFree(orElse: "Name another port with --simulator-port. 0 takes a free one.")
        }

        try await directory.whileOwned { owner in
            try await run(in: directory, as: owner, configuration, logger)
        }
    }

    private func run(
        in directory: DataDirectory, as owner: DataDirectory.Owner,
        _ configuration: Configuration, _ logger: Logger
    ) async throws {
        let tenants = try ExampleTenants.definitions()
        var random = SystemRandomNumberGenerator()
        let kept = try directory.readKeys()
        var keys = kept ?? .random(using: &random)
        keys.encryptionKey = configuration.encryptionKey ?? keys.encryptionKey
        keys.complete(for: tenants, using: &random)
        if keys != kept { try directory.write(keys) }
        let demo =
            noDemo
            ? nil
            : try Demo(
                of: tenants, begunAt: try directory.demoBeginning(now: systemTime()),
                port: simulatorPort)

        let cluster =
            configuration.database.url == nil
            ? directory.cluster(
                programsFolder: configuration.database.programsFolder, logger: logger) : nil
        let launch = Launch(
            configuration: configuration, directory: directory, owner: owner, tenants: tenants,
            keys: keys, demo: demo, printsJSON: json, logger: logger,
            database: configuration.database.connecting(orTo: cluster))
        let services: [(any Service)?] = [cluster, launch]
        try await ServerProcess(configuration: configuration, logger: logger)
            .run(services.compactMap(\.self))
    }
}

extension Configuration.Database {
    /// Returns the URLs of the configured database, or else of the cluster once it answers.
    fileprivate func connecting(
        orTo cluster: PrivateCluster?
    ) -> @Sendable () async throws -> (url: String, administrator: String) {
        { [url, migrationURL] in
            if let url { return (url, migrationURL ?? url) }
            guard let own = try await cluster?.connectionString() else {
                throw OperatorMessage.databaseURLMissing
            }
            return (own, own)
        }
    }
}
