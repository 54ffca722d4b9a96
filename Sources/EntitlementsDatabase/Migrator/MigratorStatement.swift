import Postgres

/// The migrator's own statements: the files of `sql/migrator`.
enum MigratorStatement: String, CaseIterable {
    case appliedMigrations = "applied_migrations"
    case begin
    case bootstrap
    case commit
    case deployedFunctions = "deployed_functions"
    case deployment
    case hasMigrations = "has_migrations"
    case isMigrated = "is_migrated"
    case lackingAccess = "lacking_access"
    case lock
    case rebuildAPI = "rebuild_api"
    case recordFunctions = "record_functions"
    case recordMigration = "record_migration"
    case rollback

    /// The file's text with `:'name'` replaced, as psql would, by the quoted value.
    func text(_ values: KeyValuePairs<String, String> = [:]) -> String {
        let path = "sql/migrator/\(rawValue).sql"
        let text = EmbeddedText.files.first { $0.path == path }?.text ?? ""
        return values.reduce(text) { text, value in
            text.split(separator: ":'\(value.key)'", omittingEmptySubsequences: false)
                .joined(separator: Self.quoted(value.value))
        }
    }

    /// What stands in the migrator's statements are our own file names, numbers and digests; any
    /// other character is left out rather than trusted to be quoted right by every server setting.
    private static func quoted(_ value: String) -> String {
        "'" + value.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "_.".contains($0)) } + "'"
    }
}

extension AdministrationConnection {
    /// Runs one of the migrator's statements and answers its rows.
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
}
