package import EntitlementsDatabase
import FoundationEssentials
import Logging
package import Postgres

/// A database of a test's own: for what looks at all tenants at once, and for other schemas.
package struct ScratchDatabase: Sendable {
    /// As role `hearth_server`.
    package let database: Database
    package let connectionString: String

    /// Makes a database, brings it to the schema, lends it to `body`, and drops it.
    package static func with<Result: Sendable>(
        _ schema: Schema = .embedded,
        _ configure: (inout PostgresClient.Configuration) -> Void = { _ in },
        _ body: (ScratchDatabase) async throws -> Result
    ) async throws -> Result {
        try await withEmpty { connectionString in
            try await lend(connectionString, schema, configure, body)
        }
    }

    /// Makes an empty database, lends its administrator's way to it to `body`, and drops it.
    package static func withEmpty<Result: Sendable>(
        _ body: (String) async throws -> Result
    ) async throws -> Result {
        let name = "scratch_\(UUID().uuidString.lowercased().prefix(13))"
        let cluster = try await TestCluster.connectionString()
        try await run("create database \"\(name)\"", in: cluster)
        let result: Result
        do {
            result = try await body(place(of: name, in: cluster))
        } catch {
            try await run("drop database \"\(name)\" with (force)", in: cluster)
            throw error
        }
        try await run("drop database \"\(name)\" with (force)", in: cluster)
        return result
    }

    /// Runs a script as the administrator, whom row security does not hold.
    @discardableResult
    package func administer(_ script: String) async throws -> [[String?]] {
        try await Self.run(script, in: connectionString)
    }

    /// The one value that a query gives, as the administrator.
    package func ask(_ query: String) async throws -> String? {
        try await administer(query).first?.first ?? nil
    }

    /// Does something while somebody else's transaction holds what a query locks.
    package func whileHolding(_ query: String, _ body: () async throws -> Void) async throws {
        try await AdministrationConnection.withConnection(to: connectionString) { holder in
            try await holder.execute("begin; \(query)")
            try await body()
            try await holder.execute("commit")
        }
    }

    private static func lend<Result: Sendable>(
        _ connectionString: String, _ schema: Schema,
        _ configure: (inout PostgresClient.Configuration) -> Void,
        _ body: (ScratchDatabase) async throws -> Result
    ) async throws -> Result {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            _ = try await Migrator(schema: schema, connection: connection, logger: .silent)
                .migrate()
        }
        var configuration = PostgresClient.Configuration(
            connectionString: connectionString, role: "hearth_server")
        configuration.readConnections = 1
        configuration.connectionWaitMilliseconds = 60_000
        configuration.statementTimeoutMilliseconds = 60_000
        configuration.lockTimeoutMilliseconds = 60_000
        configure(&configuration)
        let client = PostgresClient(configuration: configuration, logger: .silent)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await client.run() }
            defer { group.cancelAll() }
            return try await body(
                ScratchDatabase(
                    database: Database(client: client), connectionString: connectionString))
        }
    }

    /// Of two names of a database, libpq takes the last.
    private static func place(of name: String, in cluster: String) -> String {
        guard cluster.contains("://") else { return "\(cluster) dbname=\(name)" }
        return cluster + (cluster.contains("?") ? "&" : "?") + "dbname=\(name)"
    }

    @discardableResult
    private static func run(
        _ script: String, in connectionString: String
    ) async throws -> [[String?]] {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            try await connection.execute(script)
        }
    }
}
