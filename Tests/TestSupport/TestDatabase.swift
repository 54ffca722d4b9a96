package import EntitlementsDatabase
package import Logging
import Migrations
package import Postgres

/// The migrated database of a test run, and a client that stays open until the process ends.
///
/// Tests share it and run at once, each with its own tenant. So each test also tests tenancy: if a
/// tenant saw another's rows, unrelated tests would collide.
package actor TestDatabase {
    package static let shared = TestDatabase()

    private var opening: Task<Database, any Error>?
    private var raceDatabase: Database?

    /// The database with the server's role, `hearth_server`.
    package func database() async throws -> Database {
        let opening = opening ?? Task { try await Self.open() }
        self.opening = opening
        return try await opening.value
    }

    /// The same database with a connection for each call of a race.
    package func databaseForRaces() async throws -> Database {
        _ = try await database()
        let connectionString = try await TestCluster.connectionString()
        if let raceDatabase { return raceDatabase }
        let client = Self.client(to: connectionString) {
            $0.readConnections = 2
            $0.writeConnections = 40
        }
        let database = Database(client: client)
        raceDatabase = database
        return database
    }

    /// Runs a script as the superuser, without row security.
    @discardableResult
    package func administer(_ script: String) async throws -> [[String?]] {
        _ = try await database()
        return try await AdministrationConnection.withConnection(
            to: try await TestCluster.superuserConnectionString()
        ) { connection in
            try await connection.execute(script)
        }
    }

    private static func open() async throws -> Database {
        let connectionString = try await TestCluster.connectionString()
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            _ = try await Migrator(connection: connection, logger: .silent).migrate()
        }
        return Database(client: client(to: connectionString))
    }

    /// A separate client, for tests that count connections.
    ///
    /// It runs until the process ends.
    package static func client(
        to connectionString: String,
        _ configure: (inout PostgresClient.Configuration) -> Void = { _ in }
    ) -> PostgresClient {
        var configuration = PostgresClient.Configuration(
            connectionString: connectionString, role: "hearth_server")
        configuration.functionsSchema = Schema.embedded.functionsSchema
        // Long timeouts, as many tests run at once and some race on purpose.
        configuration.connectionWaitMilliseconds = 60_000
        configuration.statementTimeoutMilliseconds = 60_000
        configuration.pingTimeoutMilliseconds = 60_000
        configuration.lockTimeoutMilliseconds = 60_000
        configure(&configuration)
        let client = PostgresClient(configuration: configuration, logger: .silent)
        Task { try await client.run() }
        return client
    }
}

extension Logger {
    package static var silent: Logger {
        Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
    }
}
