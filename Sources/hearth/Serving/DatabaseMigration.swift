import EntitlementsDatabase
import Logging
import Migrations
import Postgres

/// Migrates or checks a database's schema, over a connection of its own.
enum DatabaseMigration {
    static func run(_ connectionString: String, logger: Logger) async throws -> MigrationReport {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            let inspection = try await ServerInspection(on: connection)
            try await Pooling(of: connection, inspection, to: connectionString).requireSessions()
            return try await Migrator(connection: connection, logger: logger).migrate()
        }
    }

    /// Creates the roles alone, before a dump is restored.
    static func createRoles(_ connectionString: String, logger: Logger) async throws {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            try await Migrator(connection: connection, logger: logger).createRoles()
        }
    }

    /// Throws unless sessions last, the login may act as the server, and the schema is this
    /// binary's: on another schema, calls would fail one by one.
    static func requireSchema(
        _ connectionString: String, acceptsStandby: Bool = false
    ) async throws {
        try await AdministrationConnection.withConnection(
            to: connectionString, acceptsStandby: acceptsStandby
        ) { connection in
            let inspection = try await ServerInspection(on: connection)
            try await Pooling(of: connection, inspection, to: connectionString).requireSessions()
            if inspection.isMemberOfServer == false {
                throw OperatorMessage.notAMember(inspection.role)
            }
            try await Schema.embedded.requireDeployment(on: connection)
        }
    }
}
