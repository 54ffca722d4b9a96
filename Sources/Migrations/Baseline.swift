/// The migrations that make the schema of version 0.2.0, each an area in its final form.
///
/// Release candidates had 57 others in their place. A database with exactly those is moved on.
enum Baseline {
    /// The version of its last migration.
    static let version = 18

    /// The files that run again on the schema of the release candidates; they are repeatable.
    static let repeatedFiles: Set<String> = ["0001_foundation.sql", "0018_policy_roles.sql"]

    /// Returns whether the rows are the 57 of the release candidates, unchanged.
    static func isPreceded(by rows: [AppliedMigration]) -> Bool {
        AppliedMigration.digest(of: rows)
            == "2a264133d0b7e9826834e2e1787130fd3081685149770c5a0c37c8dc0b998cc2"
    }
}
