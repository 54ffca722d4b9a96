import ArgumentParser
import EntitlementsDatabase
import Logging
import Migrations

/// Migrates the database to this binary's schema.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Migrate the database to this binary's schema.",
        discussion: """
            Connects to HEARTH_MIGRATION_DATABASE_URL, or DATABASE_URL. Safe to run at any time, \
            on several machines at once, and repeatedly.

            Example: hearth migrate
            """)

    @Flag(help: "Create the roles alone, before pg_restore brings the tables of a dump.")
    var rolesOnly = false

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        let configuration = try Configuration.fromEnvironment()
        // The printed report says the same.
        let logger = StandardStream.error.bootstrapLogging(configuration, level: .warning)
        let url: String
        if let migrationURL = configuration.database.migrationURL {
            url = migrationURL
        } else {
            url = try await database.target(configuration, logger: logger).administratorURL
        }
        if rolesOnly {
            try await DatabaseMigration.createRoles(url, logger: logger)
            print("The roles are there: hearth_owner, hearth_server, hearth_backup.")
            return
        }
        let report = try await DatabaseMigration.run(url, logger: logger)
        print(report.sentence)
    }
}

extension MigrationReport {
    /// Describes the migration for a terminal.
    var sentence: String {
        let baseline = isBaselineAdopted ? ["moved the release candidate's schema on"] : []
        let migrations = appliedMigrations.map { "applied \($0)" }
        let access = isAccessRepaired ? ["repaired owners, policies and grants"] : []
        let functions = isReleaseInstalled ? ["installed the functions in \(release)"] : []
        let dropped = droppedReleases.map { "dropped the functions in \($0), which no server uses" }
        let work = baseline + migrations + access + functions + dropped
        return work.isEmpty
            ? "Schema version \(version), nothing to do."
            : (work + ["Schema version \(version)."]).joined(separator: "\n")
    }
}
