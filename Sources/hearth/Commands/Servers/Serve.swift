import ArgumentParser
import Entitlements
import EntitlementsAPI
import Logging

/// Serves the API on the operator's Postgres.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the API on the Postgres of DATABASE_URL, prepared by `hearth migrate`.",
        discussion: "Example: hearth serve")

    @Option(
        help: """
            If DATABASE_URL is not set, serve beside the running `hearth up` of this directory; in \
            production unless HEARTH_ENVIRONMENT is development.
            """)
    var dataDirectory: String?

    func run() async throws {
        let given = try Configuration.fromEnvironment()
        let logger = StandardStream.output.bootstrapLogging(given)
        let (url, configuration) = try await database(given, logger: logger)
        try configuration.http.requireFreePorts(
            orElse: "Name another port with HEARTH_PORT. 0 takes a free one.")
        let isReadOnly = configuration.database.isReadOnly
        try await DatabaseMigration.requireSchema(url, acceptsStandby: isReadOnly)
        try await ServerLogin.requireSessions(
            configuration.postgresClient(url), logger: logger)
        let secretBox = try await configuration.secretBox(
            or: {
                try await DatabaseSession.run(url, configuration: configuration, logger: logger) {
                    try await SealedSecrets.exist(in: $0)
                }
            })
        let draining = Draining()
        let server = HearthServer(
            configuration: configuration, databaseURL: url, secretBox: secretBox,
            metrics: .bootstrap(), logger: logger, draining: draining
        ) { port in
            if isReadOnly {
                logger.notice(
                    "This server answers lookups only, and hears of no change",
                    metadata: [
                        "caches_end_after_seconds":
                            .stringConvertible(CredentialCache.lifetimeSeconds)
                    ])
            }
            logger.info("Serving", metadata: ["port": .stringConvertible(port)])
        }
        try await ServerProcess(configuration: configuration, logger: logger, draining: draining)
            .run([server])
        logger.info("Stopped")
    }

    /// The database and its settings; a directory must be named, so that no server that lacks its
    /// DATABASE_URL takes a private Postgres for it.
    private func database(
        _ given: Configuration, logger: Logger
    ) async throws -> (url: String, configuration: Configuration) {
        if let url = given.database.url { return (url, given) }
        guard let dataDirectory else { throw OperatorMessage.databaseURLMissing }
        let target = try await DatabaseOption.Target(
            given, orIn: dataDirectory, mode: .production, logger: logger)
        var configuration = target.configuration
        // The demo's key for RevenueCat opens the simulated one only.
        if !configuration.isRevenueCatURLSet,
            let simulator = await target.directory?.announcedServer()?.simulator
        {
            configuration.revenueCatURL = simulator
        }
        return (target.url, configuration)
    }
}

extension Configuration {
    /// Returns the box; without a key, throws advice that depends on whether secrets were sealed.
    func secretBox(
        or hasSealedSecrets: () async throws -> Bool
    ) async throws -> SecretBox {
        if let secretBox { return secretBox }
        throw OperatorMessage.encryptionKeyMissing(hasSealedSecrets: try await hasSealedSecrets())
    }

    /// Nil without a key.
    var secretBox: SecretBox? {
        encryptionKey.flatMap {
            SecretBox(keyBytes: $0, previousKeyBytes: previousEncryptionKey)
        }
    }

    var hasBothEncryptionKeys: Bool { encryptionKey != nil && previousEncryptionKey != nil }
}
