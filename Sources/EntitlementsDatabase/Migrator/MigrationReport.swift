package import Postgres

/// What a migrator found to do, and did.
package struct MigrationReport: Sendable, Equatable {
    /// The version of the schema that the database has now.
    package let version: Int

    /// The names of the files, in order.
    package let appliedMigrations: [String]

    /// A restored dump lacked roles, owners, policies or grants.
    package let isAccessRepaired: Bool

    package let isFunctionSchemaRebuilt: Bool
}

/// Why a database was not brought to the schema.
package enum MigrationFailure: Error {
    /// A newer release migrated this database.
    case schemaIsNewer(database: Int, binary: Int)

    /// A migration is not the file that was applied, so what the database is cannot be known.
    case fileChanged(name: String, applied: String)

    /// The database has another schema than the one this binary serves; nil: none at all.
    case schemaDiffers(database: GetDeployment.Row?, binary: GetDeployment.Row)

    /// The database was restored without its roles; what it lacks, in words.
    case accessLacking([String])

    /// Nothing of this file took effect.
    case statementFailed(file: String, PostgresError)
}

extension MigrationFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .schemaIsNewer(let database, let binary):
            "The database has schema version \(database), this binary knows those up to \(binary)."
        case .fileChanged(let name, let applied):
            name == applied
                ? "\(name) is not the file that was applied to this database: it changed since."
                : "\(name) stands where \(applied) was applied to this database."
        case .schemaDiffers(nil, _):
            "The database was never migrated."
        case .schemaDiffers(let database?, let binary):
            "The database has \(database.words); this binary needs \(binary.words)."
        case .accessLacking(let words):
            "The database lacks \(words.joined(separator: "; ")). Was it restored without roles?"
        case .statementFailed(let file, let error):
            "\(file) failed: \(error)"
        }
    }
}

extension GetDeployment.Row {
    fileprivate var words: String {
        "schema version \(schemaVersion) with functions \(functionsHash.prefix(8))"
    }
}
