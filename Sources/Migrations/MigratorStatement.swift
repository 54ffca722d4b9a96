import Postgres

/// The migrator's own statements: the files of `sql/migrator`.
enum MigratorStatement: String, CaseIterable {
    case actAsBackup = "act_as_backup"
    case actAsOwner = "act_as_owner"
    case actAsServerOfNoTenant = "act_as_server_of_no_tenant"
    case adoptBaseline = "adopt_baseline"
    case appliedMigrations = "applied_migrations"
    case begin
    case bootstrap
    case commentFunction = "comment_function"
    case commit
    case connectionLimits = "connection_limits"
    case countRows = "count_rows"
    case deployment
    case dropRelease = "drop_release"
    case hasMigrations = "has_migrations"
    case hasPresence = "has_presence"
    case inspectServer = "inspect_server"
    case installRelease = "install_release"
    case installedReleases = "installed_releases"
    case isInstalled = "is_installed"
    case keepAPI = "keep_api"
    case lackingAccess = "lacking_access"
    case lackingRights = "lacking_rights"
    case lock
    case mayBackUp = "may_back_up"
    case openFunctions = "open_functions"
    case pinSearchPaths = "pin_search_paths"
    case presentReleases = "present_releases"
    case recordCompatibility = "record_compatibility"
    case recordMigration = "record_migration"
    case recordRelease = "record_release"
    case releaseSchemas = "release_schemas"
    case rollback
    case tablesSeen = "tables_seen"

    var path: String { "sql/migrator/\(rawValue).sql" }

    var text: String { EmbeddedText.text(at: path) }
}

extension EmbeddedText {
    /// The text of a file of ours.
    static func text(at path: String) -> String {
        guard let text = files.first(where: { $0.path == path })?.text else {
            preconditionFailure("This binary lacks \(path)")
        }
        return text
    }
}

extension AdministrationConnection {
    /// Runs one of the migrator's statements and returns its rows.
    @discardableResult
    func run(
        _ statement: MigratorStatement, _ values: [String: String] = [:]
    ) async throws(MigrationFailure) -> [[String?]] {
        do {
            return try execute(statement.text, values)
        } catch {
            throw .statementFailed(file: statement.path, error)
        }
    }

    /// Runs steps that begin a transaction, and rolls it back, also after an error.
    func rollingBack<Result: Sendable>(
        _ steps: () async throws(MigrationFailure) -> Result
    ) async throws(MigrationFailure) -> Result {
        let result: Result
        do {
            result = try await steps()
        } catch {
            try await run(.rollback)
            throw error
        }
        try await run(.rollback)
        return result
    }
}
