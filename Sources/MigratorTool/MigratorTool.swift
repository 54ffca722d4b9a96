import Logging
import Migrations
import Postgres

/// Migrates the database whose connection string is the first argument, for `scripts/database`.
///
/// It has no routes and no commands, so `make calls` and `make schema` work while a new route does
/// not compile yet because its call is still to be written.
@main
enum MigratorTool {
    static func main() async throws {
        guard let connectionString = CommandLine.arguments.dropFirst().first else {
            fatalError("usage: MigratorTool <connection string>")
        }
        try await migrate(connectionString)
    }

    nonisolated private static func migrate(_ connectionString: String) async throws {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            _ = try await Migrator(
                connection: connection, logger: Logger(label: "migrator")
            ).migrate()
        }
    }
}
