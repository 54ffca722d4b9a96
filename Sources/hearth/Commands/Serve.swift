import ArgumentParser
import Entitlements
import EntitlementsAPI
import Logging

/// Serves the API on the operator's Postgres.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the API on the Postgres of DATABASE_URL, prepared by `hearth migrate`.")

    func run() async throws {
        let configuration = try Configuration.fromEnvironment()
        guard let url = configuration.database.url else {
            throw OperatorMessage.databaseURLMissing
        }
        let secretBox = try configuration.requiredSecretBox()
        let logger = StandardStream.output.bootstrapLogging(configuration)
        try configuration.http.requireFreePorts(orElse: "HEARTH_PORT=0 takes a free one")
        try await DatabaseMigration.requireSchema(url)
        try await DatabaseSession.run(url, configuration: configuration, logger: logger) {
            try await SealedSecrets(database: $0, secretBox: secretBox).requireReadable()
        }
        let server = HearthServer(
            configuration: configuration, databaseURL: url, secretBox: secretBox,
            metrics: .bootstrap(), logger: logger
        ) { port in
            logger.info("Serving", metadata: ["port": .stringConvertible(port)])
        }
        try await ServerProcess(configuration: configuration, logger: logger).run([server])
        logger.info("Stopped")
    }
}

extension Configuration {
    func requiredSecretBox() throws -> SecretBox {
        guard let encryptionKey,
            let secretBox = SecretBox(
                keyBytes: encryptionKey, previousKeyBytes: previousEncryptionKey)
        else { throw OperatorMessage.encryptionKeyMissing }
        return secretBox
    }

    var hasBothEncryptionKeys: Bool { encryptionKey != nil && previousEncryptionKey != nil }
}
