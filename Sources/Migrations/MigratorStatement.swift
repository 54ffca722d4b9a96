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
    case countRows = "count_rows"
    case deployedFunctions = "deployed_functions"
    case deployment
    case hasMigrations = "has_migrations"
    case inspectServer = "inspect_server"
    case isMigrated = "is_migrated"
    case lackingAccess = "lacking_access"
    case lackingRights = "lacking_rights"
    case lock
    case mayBackUp = "may_back_up"
    case rebuildAPI = "rebuild_api"
    case recordFunctions = "record_functions"
    case recordMigration = "record_migration"
    case rollback
    case tablesSeen = "tables_seen"

    /// The file's text with each `:'name'` replaced by the value as a literal and each `:"name"` by
    /// the value as an identifier, as psql does.
    func text(_ values: KeyValuePairs<String, String> = [:]) -> String {
        let path = "sql/migrator/\(rawValue).sql"
        guard let text = EmbeddedText.files.first(where: { $0.path == path })?.text else {
            preconditionFailure("This binary lacks \(path)")
        }
        return values.reduce(text) { text, value in
            text.replacing(":'\(value.key)'", with: Self.quoted(value.value, by: "'"))
                .replacing(":\"\(value.key)\"", with: Self.quoted(value.value, by: "\""))
        }
    }

    /// The values are file names, digests and comments of this package.
    ///
    /// Backslashes and characters outside printable ASCII are dropped: their meaning in a literal
    /// depends on server settings.
    private static func quoted(_ value: String, by quote: Character) -> String {
        let printable = value.filter { (" "..."~").contains($0) && $0 != "\\" }
        return "\(quote)\(printable.replacing(String(quote), with: "\(quote)\(quote)"))\(quote)"
    }
}

extension AdministrationConnection {
    /// Runs one of the migrator's statements and returns its rows.
    @discardableResult
    func run(
        _ statement: MigratorStatement, _ values: KeyValuePairs<String, String> = [:]
    ) async throws(MigrationFailure) -> [[String?]] {
        do {
            return try execute(statement.text(values))
        } catch {
            throw .statementFailed(file: "sql/migrator/\(statement.rawValue).sql", error)
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
