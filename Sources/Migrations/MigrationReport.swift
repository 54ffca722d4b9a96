package import EntitlementsDatabase
package import Postgres

/// What a migrator did.
package struct MigrationReport: Sendable, Equatable {
    /// The database's schema version after the migration.
    package let version: Int

    /// The names of the files, in order.
    package let appliedMigrations: [String]

    /// A release candidate had migrated the database: it was moved on to the baseline.
    package let isBaselineAdopted: Bool

    /// A restored dump lacked roles, owners, policies or grants.
    package let isAccessRepaired: Bool

    package let isFunctionSchemaRebuilt: Bool
}

/// Why a database was not migrated, or must not be served.
package enum MigrationFailure: Error {
    /// A newer release migrated this database.
    case schemaIsNewer(database: Int, binary: Int)

    /// An applied migration differs from this binary's file, so the database's schema is unknown.
    /// So it is for databases of before the baseline, except those of the release candidates.
    case fileChanged(name: String, applied: String)

    /// The database's schema is not this binary's; nil: the database was never migrated.
    case schemaDiffers(database: GetDeployment.Row?, binary: GetDeployment.Row)

    /// The database was restored without its roles; lists what it lacks, in words.
    case accessLacking([String])

    /// The server's role sees rows of these tables without a tenant, so it would see the rows of
    /// every tenant.
    case tenantsNotKeptApart(tables: [String])

    /// The login lacks rights to migrate; nothing was touched.
    case rightsLacking([LackingRight])

    /// The file's transaction was rolled back.
    case statementFailed(file: String, PostgresError)
}

extension MigrationFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .schemaIsNewer(let database, let binary):
            "The database has schema version \(database); this binary knows up to \(binary)."
        case .fileChanged(let name, let applied):
            name == applied
                ? "\(name) has changed since it was applied to this database."
                : "This binary has \(name) where the database applied \(applied)."
        case .schemaDiffers(nil, _):
            "The database was never migrated."
        case .schemaDiffers(let database?, let binary):
            "The database has \(database.words); this binary needs \(binary.words)."
        case .accessLacking(let words):
            "The database lacks \(words.joined(separator: "; ")). Was it restored without roles?"
        case .tenantsNotKeptApart(let tables):
            """
            The role hearth_server sees rows without a tenant, so tenants are not kept apart, in: \
            \(tables.joined(separator: ", ")).
            """
        case .rightsLacking(let rights):
            "The login lacks \(rights.map(\.words).joined(separator: "; "))."
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
