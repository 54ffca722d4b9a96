import EntitlementsDatabase
import Logging
import Postgres

/// One database connection for the duration of one command, with long timeouts.
enum DatabaseSession {
    static func run<Result: Sendable>(
        _ connectionString: String, configuration: Configuration,
        patienceMilliseconds: Int = 30_000, logger: Logger,
        _ body: @Sendable @escaping (Database) async throws -> Result
    ) async throws -> Result {
        var client = configuration.postgresClient(connectionString)
        client.sharesOneConnection = true
        client.connectionWaitMilliseconds = patienceMilliseconds
        client.statementTimeoutMilliseconds = patienceMilliseconds
        client.lockTimeoutMilliseconds = patienceMilliseconds
        let postgres = PostgresClient(configuration: client, logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await postgres.run() }
            defer { group.cancelAll() }
            return try await body(Database(client: postgres))
        }
    }
}
