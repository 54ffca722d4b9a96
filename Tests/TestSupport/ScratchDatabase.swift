package import EntitlementsDatabase
import FoundationEssentials
import Logging
package import Migrations
package import Postgres
import Threads

/// The schema of the functions of this build, for SQL of tests that names it.
package let release = Schema.embedded.functionsSchema

/// A database for one test, for calls across tenants and for other schemas.
package struct ScratchDatabase: Sendable {
    /// With the role `hearth_server`.
    package let database: Database

    /// The administrator's, who has migrated the database and is no superuser.
    package let connectionString: String

    package var superuserConnectionString: String { TestCluster.superuser(of: connectionString) }

    /// Each has some six connections; without a limit, waiting tests hold all that there are.
    private static let turns = Turns(atOnce: 48)

    /// Lends a migrated database, and drops it afterwards.
    ///
    /// The body must not ask for another one.
    package static func with<Result: Sendable>(
        _ schema: Schema? = nil,
        _ configure: (inout PostgresClient.Configuration) -> Void = { _ in },
        _ body: (ScratchDatabase) async throws -> Result
    ) async throws -> Result {
        let template = try await MigratedTemplate.shared.name()
        return try await turns.take {
            try await withCopy(of: template) { connectionString in
                if let schema { try await migrate(connectionString, to: schema) }
                return try await lend(connectionString, of: schema ?? .embedded, configure, body)
            }
        }
    }

    /// Lends the administrator's connection string of an empty database, and drops it afterwards.
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
        // Only a superuser may end the sessions of one.
        let superuser = TestCluster.superuser(of: cluster)
        try await run("create database \"\(name)\" template \"\(template)\"", in: cluster)
        let result: Result
        do {
            result = try await body(TestCluster.database(name, of: cluster))
        } catch {
            try await run("drop database \"\(name)\" with (force)", in: superuser)
            throw error
        }
        try await run("drop database \"\(name)\" with (force)", in: superuser)
        return result
    }

    /// Runs a script as the superuser, without row security.
    @discardableResult
    package func administer(_ script: String) async throws -> [[String?]] {
        try await Self.run(script, in: superuserConnectionString)
    }

    /// Migrates it to another release, beside those that it has.
    package func migrate(to schema: Schema) async throws {
        try await Self.migrate(connectionString, to: schema)
    }

    /// The only value of a query, as the superuser.
    package func ask(_ query: String) async throws -> String? {
        try await administer(query).first?.first ?? nil
    }

    /// Runs the body while another transaction holds the locks of the query.
    package func whileHolding(_ query: String, _ body: () async throws -> Void) async throws {
        try await AdministrationConnection.withConnection(
            to: superuserConnectionString
        ) { holder in
            try await holder.execute("begin; \(query)")
            try await body()
            try await holder.execute("commit")
        }
    }

    /// Lends a database that is migrated already, to call the functions of a schema.
    package static func lend<Result: Sendable>(
        _ connectionString: String, of schema: Schema = .embedded,
        _ configure: (inout PostgresClient.Configuration) -> Void = { _ in },
        _ body: (ScratchDatabase) async throws -> Result
    ) async throws -> Result {
        var configuration = PostgresClient.Configuration(
            connectionString: connectionString, role: "hearth_server")
        configuration.functionsSchema = schema.functionsSchema
        configuration.readConnections = 1
        configuration.writeConnections = 4
        configuration.connectionWaitMilliseconds = 60_000
        configuration.statementTimeoutMilliseconds = 60_000
        configuration.lockTimeoutMilliseconds = 60_000
        configuration.pingTimeoutMilliseconds = 60_000
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

    @discardableResult
    fileprivate static func run(
        _ script: String, in connectionString: String
    ) async throws -> [[String?]] {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            try await connection.execute(script)
        }
    }
}

/// The template of scratch databases: copying it takes a tenth of the time of migrating.
private actor MigratedTemplate {
    static let shared = MigratedTemplate()

    private var making: Task<String, any Error>?

    /// The template's name; the first call creates it.
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
            TestCluster.database(name, of: cluster), to: .embedded)
        // Postgres copies a template only if it has no session.
        try await ScratchDatabase.run(
            "alter database \(name) allow_connections false", in: cluster)
        return name
    }
}
