package import EntitlementsDatabase
package import Logging
package import Postgres

/// The one migrated database of a test run, and a client that is open for as long as the process
/// is.
///
/// Tests share it and run at once; each has a tenant of its own. So every test is a test of tenancy
/// too: if one tenant could see another's rows, unrelated tests would collide.
package actor TestDatabase {
    package static let shared = TestDatabase()

    private var opening: Task<Database, any Error>?
    private var raceDatabase: Database?

    /// The database as the server sees it: as role `hearth_server`.
    package func database() async throws -> Database {
        let opening = opening ?? Task { try await Self.open() }
        self.opening = opening
        return try await opening.value
    }

    /// The same database by connections of its own, so many that calls which wait for each other on
    /// purpose never wait for a connection.
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

    /// Runs a script as the administrator, whom row security does not hold.
    @discardableResult
    package func administer(_ script: String) async throws -> [[String?]] {
        _ = try await database()
        return try await AdministrationConnection.withConnection(
            to: try await TestCluster.connectionString()
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

    /// A client of its own, for tests that count connections; it runs until the process ends.
    package static func client(
        to connectionString: String,
        _ configure: (inout PostgresClient.Configuration) -> Void = { _ in }
    ) -> PostgresClient {
        var configuration = PostgresClient.Configuration(
            connectionString: connectionString, role: "hearth_server")
        // Many tests at once, and some that race on purpose: waiting is no failure here.
        configuration.connectionWaitMilliseconds = 60_000
        configuration.statementTimeoutMilliseconds = 60_000
        configuration.lockTimeoutMilliseconds = 60_000
        configure(&configuration)
        let client = PostgresClient(configuration: configuration, logger: .silent)
        Task { try await client.run() }
        return client
    }
}

extension Logger {
    /// A logger that says nothing.
    package static var silent: Logger {
        Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
    }
}
