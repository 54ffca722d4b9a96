import EntitlementsDatabase
import Logging
import Postgres

/// What is done with a database's schema before it is served, over a connection of its own.
enum DatabaseMigration {
    static func run(_ connectionString: String, logger: Logger) async throws -> MigrationReport {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            try await Migrator(connection: connection, logger: logger).migrate()
        }
    }

    /// Throws unless the schema is this binary's: serving on another would fail call by call.
    static func requireSchema(_ connectionString: String) async throws {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            try await Schema.embedded.requireDeployment(on: connection)
        }
    }
}
