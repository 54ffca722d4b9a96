import ArgumentParser
import Entitlements
import EntitlementsDatabase
import Foundation
import Logging
import Postgres

/// Which installation a command works on: DATABASE_URL, else the one that `hearth up` is running.
struct DatabaseOption: ParsableArguments {
    @Option(help: "Without DATABASE_URL: where `hearth up` keeps its Postgres and keys.")
    var dataDirectory = DataDirectory.usualPath

    /// An installation that can be called.
    struct Installation: Sendable {
        let database: Database
        fileprivate let encryptionKey: [UInt8]?

        func secretBox() throws -> SecretBox {
            guard let encryptionKey, let box = SecretBox(keyBytes: encryptionKey) else {
                throw OperatorMessage.encryptionKeyMissing
            }
            return box
        }

        /// The tenant's id, or a message that names the slug.
        func tenantID(_ slug: String) async throws -> TenantID {
            guard let tenant = try await database.call(FindTenant(slug: slug)).first else {
                throw OperatorMessage(
                    "there is no tenant \"\(slug)\"", why: "none was applied under this name",
                    advice: "hearth tenant apply <file> makes one.")
            }
            return tenant.tenantID
        }
    }

    func run(_ body: @Sendable @escaping (Installation) async throws -> Void) async throws {
        let configuration = try Configuration.fromEnvironment()
        let logger = StandardStream.error.bootstrapLogging(level: .error)
        let directory = DataDirectory(path: dataDirectory)
        let url: String
        var encryptionKey = configuration.encryptionKey
        if let configured = configuration.database.url {
            url = configured
        } else {
            url = try await runningCluster(in: directory, logger: logger)
            encryptionKey = try encryptionKey ?? directory.readKeys()?.encryptionKey
        }
        try await DatabaseMigration.requireSchema(url)
        let key = encryptionKey
        try await DatabaseSession.run(url, configuration: configuration, logger: logger) {
            try await body(Installation(database: $0, encryptionKey: key))
        }
    }

    private func runningCluster(
        in directory: DataDirectory, logger: Logger
    ) async throws -> String {
        guard let url = await directory.cluster(logger: logger).runningConnectionString() else {
            throw OperatorMessage(
                "there is no database to use",
                why: "DATABASE_URL is not set, and no `hearth up` runs in \(dataDirectory)",
                advice: "Set DATABASE_URL, or start `hearth up` in another terminal.",
                exitStatus: .unavailable)
        }
        return url
    }
}
