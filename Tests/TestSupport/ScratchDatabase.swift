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
        _ schema: Schema? = nil,
        _ configure: (inout PostgresClient.Configuration) -> Void = { _ in },
        _ body: (ScratchDatabase) async throws -> Result
    ) async throws -> Result {
        let template = try await MigratedTemplate.shared.name()
        return try await withCopy(of: template) { connectionString in
            if let schema { try await migrate(connectionString, to: schema) }
            return try await lend(connectionString, configure, body)
        }
    }

    /// Makes an empty database, lends its administrator's way to it to `body`, and drops it.
    package static func withEmpty<Result: Sendable>(
        _ body: (String) async throws -> Result
    ) async throws -> Result {
        try await withCopy(of: "template1", body)
    }

    private static func withCopy<Result: Sendable>(
        of template: String, _ body: (String) async throws -> Result
    ) async throws -> Result {
        let name = "scratch_\(UUID().uuidString.lowercased().prefix(13))"
        let cluster = try await TestCluster.connectionString()
        try await run("create database \"\(name)\" template \"\(template)\"", in: cluster)
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

    /// Lends a database that is at the schema to `body`.
    package static func lend<Result: Sendable>(
        _ connectionString: String,
        _ configure: (inout PostgresClient.Configuration) -> Void = { _ in },
        _ body: (ScratchDatabase) async throws -> Result
    ) async throws -> Result {
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

    fileprivate static func migrate(_ connectionString: String, to schema: Schema) async throws {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            _ = try await Migrator(schema: schema, connection: connection, logger: .silent)
                .migrate()
        }
    }

    /// Of two names of a database, libpq takes the last.
    fileprivate static func place(of name: String, in cluster: String) -> String {
        guard cluster.contains("://") else { return "\(cluster) dbname=\(name)" }
        return cluster + (cluster.contains("?") ? "&" : "?") + "dbname=\(name)"
    }

    @discardableResult
    fileprivate static func run(
        _ script: String, in connectionString: String
    ) async throws -> [[String?]] {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            try await connection.execute(script)
        }
    }
}

/// The database that scratch databases are copies of: copying its files takes a tenth of the time
/// that migrating takes.
private actor MigratedTemplate {
    static let shared = MigratedTemplate()

    private var making: Task<String, any Error>?

    /// Makes the template when it is asked for first.
    func name() async throws -> String {
        let making = making ?? Task { try await Self.make() }
        self.making = making
        return try await making.value
    }

    private static func make() async throws -> String {
        let name = "hearth_template"
        let cluster = try await TestCluster.connectionString()
        try await ScratchDatabase.run("drop database if exists \(name)", in: cluster)
        try await ScratchDatabase.run("create database \(name)", in: cluster)
        try await ScratchDatabase.migrate(
            ScratchDatabase.place(of: name, in: cluster), to: .embedded)
        // A template that has a session cannot be copied.
        try await ScratchDatabase.run(
            "alter database \(name) allow_connections false", in: cluster)
        return name
    }
}
