import Logging
import Migrations
import Postgres

/// Migrates the databases whose connection strings are its arguments, for `scripts/database`.
///
/// It has no routes and no commands, so `make calls` and `make schema` work while a new route does
/// not compile yet because its call is still to be written.
@main
enum MigratorTool {
    static func main() async throws {
        for connectionString in CommandLine.arguments.dropFirst() {
            try await migrate(connectionString)
        }
    }

    nonisolated private static func migrate(_ connectionString: String) async throws {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            _ = try await Migrator(
                connection: connection, logger: Logger(label: "migrator")
            ).migrate()
        }
    }
}
