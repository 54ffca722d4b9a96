import ArgumentParser
import Curl
import Deliveries
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import Foundation
import Logging
import Postgres
import PrivateCluster

/// The installation that a command works on: DATABASE_URL, else the running `hearth up`.
struct DatabaseOption: ParsableArguments {
    @Option(help: "The data directory of `hearth up`, for when DATABASE_URL is not set.")
    var dataDirectory = DataDirectory.usualPath

    /// A connected installation.
    struct Installation: Sendable {
        let database: Database
        /// The data directory of `hearth up`.
        let directory: DataDirectory
        /// Whether the database is the private Postgres of `hearth up`.
        var isPrivate: Bool { configuration.database.url == nil }
        let configuration: Configuration
        let logger: Logger

        /// Whether secrets are sealed; only known without a key.
        let hasSealedSecrets: Bool

        func secretBox() throws -> SecretBox {
            guard let secretBox = configuration.secretBox else {
                throw OperatorMessage.encryptionKeyMissing(hasSealedSecrets: hasSealedSecrets)
            }
            return secretBox
        }

        /// Returns the key to seal a secret with.
        ///
        /// Throws a message if secrets are sealed and the key opens none of them, unless the
        /// operator says that it is a new key.
        func sealingBox(isNewKey: Bool = false) async throws -> SecretBox {
            let secretBox = try secretBox()
            if !isNewKey {
                try await SealedSecrets(database: database, secretBox: secretBox).requireOwnKey()
            }
            return secretBox
        }

        /// Whether the server of the installation is in development.
        var isDevelopment: Bool { configuration.isDevelopment }

        /// Lends a client that is as those of deliveries.
        func withHTTP<Result: Sendable>(
            _ body: (HTTPClient) async throws -> Result
        ) async throws -> Result {
            let http = HTTPClient(configuration: .forDeliveries)
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await http.run() }
                defer { group.cancelAll() }
                return try await body(http)
            }
        }

        /// Returns the tenant's id; throws a message that names an unknown slug.
        func tenantID(_ slug: String) async throws -> TenantID {
            if let tenant = try await database.call(FindTenant(slug: slug)).first {
                return tenant.tenantID
            }
            let known = try await database.call(
                ListTenants(pageLimit: Self.maximumSlugs + 1, afterSlug: nil)
            ).map(\.slug)
            let others = known.count > Self.maximumSlugs ? ["…"] : []
            let names = known.prefix(Int(Self.maximumSlugs)) + others
            throw OperatorMessage(
                "there is no tenant \"\(slug)\"",
                why: known.isEmpty
                    ? "no tenant file was applied"
                    : "the tenants are \(names.joined(separator: ", "))",
                advice: "Create one with `hearth tenants apply <file>`.", exitStatus: .missing)
        }

        /// The most tenants that a message names.
        private static let maximumSlugs: Int32 = 20
    }

    func run(_ body: @Sendable @escaping (Installation) async throws -> Void) async throws {
        let configuration = try Configuration.fromEnvironment()
        let logger = StandardStream.error.bootstrapLogging(configuration, level: .error)
        let directory = DataDirectory(path: dataDirectory)
        let target = try await target(configuration, logger: logger)
        try await DatabaseMigration.requireSchema(target.url)
        try await DatabaseSession.run(
            target.url, configuration: target.configuration, logger: logger
        ) { database in
            let configuration = try await target.configuration(for: database)
            try await body(
                Installation(
                    database: database, directory: directory, configuration: configuration,
                    logger: logger,
                    hasSealedSecrets: configuration.secretBox == nil
                        ? try await SealedSecrets.exist(in: database) : true))
        }
    }

    /// The database to work on, with the settings that suit it.
    struct Target {
        let url: String
        let administratorURL: String
        let configuration: Configuration
        /// The directory of the `hearth up` that runs the database; nil for DATABASE_URL.
        let directory: DataDirectory?
        /// The directory of a `hearth up` that may use the database of DATABASE_URL.
        let keysDirectory: DataDirectory

        /// The settings, with the encryption key of the `hearth up` that uses this database.
        ///
        /// A directory's key is taken only if the database knows the directory's admin key: any
        /// other key would open nothing, or be a second one.
        func configuration(for database: Database) async throws -> Configuration {
            guard configuration.encryptionKey == nil, let keys = try? keysDirectory.readKeys(),
                let known = try await database.call(
                    AuthenticateAPIKey(keyID: keys.adminKey.keyID)
                ).first, keys.adminKey.matches(digest: known.digest)
            else { return configuration }
            var configuration = configuration
            configuration.encryptionKey = keys.encryptionKey
            return configuration
        }
    }

    /// Finds the database; throws a message if there is none.
    func target(_ configuration: Configuration, logger: Logger) async throws -> Target {
        try await Target(configuration, orIn: dataDirectory, logger: logger)
    }
}

extension DatabaseOption.Target {
    /// The database of DATABASE_URL, else of the `hearth up` that runs in a directory.
    ///
    /// `mode` is that of the settings for a directory, unless HEARTH_ENVIRONMENT is set.
    init(
        _ configuration: Configuration, orIn path: String,
        mode: Configuration.Mode = .development, logger: Logger
    ) async throws {
        if let url = configuration.database.url {
            self.init(
                url: url, administratorURL: configuration.database.migrationURL ?? url,
                configuration: configuration, directory: nil,
                keysDirectory: DataDirectory(path: path))
            return
        }
        let directory = DataDirectory(path: path)
        guard let url = await directory.cluster(logger: logger).runningConnectionString() else {
            throw OperatorMessage(
                "there is no database to use",
                why: "DATABASE_URL is not set, and no `hearth up` runs in \(path)",
                advice: "Set DATABASE_URL, start `hearth up` in another terminal, or name the "
                    + "directory of one that runs with --data-directory.",
                exitStatus: .unavailable)
        }
        var configuration = try Configuration.fromEnvironment(mode: mode)
        configuration.encryptionKey =
            try configuration.encryptionKey ?? directory.readKeys()?.encryptionKey
        self.init(
            url: url, administratorURL: url, configuration: configuration, directory: directory,
            keysDirectory: directory)
    }
}
