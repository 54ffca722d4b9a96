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

    /// The schema of this binary's functions.
    package let release: String

    package let isReleaseInstalled: Bool

    /// The releases that were dropped: no server of theirs was seen for an hour, or their functions
    /// do not work after a migration.
    package let droppedReleases: [String]
}

/// Why a database was not migrated, or must not be served.
package enum MigrationFailure: Error {
    /// A newer release migrated this database, and older functions do not work with it.
    case schemaIsNewer(database: Int, compatibleFrom: Int, binary: Int)

    /// Servers of a release are present whose functions would not work after a migration.
    case releaseIsPresent(
        String, servers: Int, version: Int, migration: String, compatibleFrom: Int)

    /// An applied migration differs from this binary's file, so the database's schema is unknown.
    /// So it is for databases of before the baseline, except those of the release candidates.
    case fileChanged(name: String, applied: String)

    case neverMigrated

    /// The database has the functions of other releases only.
    case functionsLacking(String, installed: [String])

    /// The database was restored without its roles; lists what it lacks, in words.
    case accessLacking([String])

    /// The server's role sees rows of these tables without a tenant, so it would see the rows of
    /// every tenant.
    case tenantsNotKeptApart(tables: [String])

    /// These functions take types and tables of pg_temp for their own, so a role that may call one
    /// of them would run code as `hearth_owner`.
    case functionsOpen([String])

    /// The login lacks rights to migrate; nothing was touched.
    case rightsLacking([LackingRight])

    /// The file's transaction was rolled back.
    case statementFailed(file: String, PostgresError)
}

extension MigrationFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .schemaIsNewer(let database, let compatibleFrom, let binary):
            """
            The database has schema version \(database), which works with functions of version \
            \(compatibleFrom) and later; this binary knows up to \(binary).
            """
        case .releaseIsPresent(let name, let servers, let version, let migration, let needed):
            """
            \(migration) works with functions of schema version \(needed) and later, and \
            \(servers) present server\(servers == 1 ? " has" : "s have") functions of version \
            \(version), in \(name).
            """
        case .fileChanged(let name, let applied):
            name == applied
                ? "\(name) has changed since it was applied to this database."
                : "This binary has \(name) where the database applied \(applied)."
        case .neverMigrated:
            "The database was never migrated."
        case .functionsLacking(let release, let installed):
            """
            The database lacks this binary's functions, \(release). It has \
            \(installed.isEmpty ? "none" : "the functions of \(installed.joined(separator: ", "))").
            """
        case .accessLacking(let words):
            "The database lacks \(words.joined(separator: "; ")). Was it restored without roles?"
        case .tenantsNotKeptApart(let tables):
            """
            The role hearth_server sees rows without a tenant, so tenants are not kept apart, in: \
            \(tables.joined(separator: ", ")).
            """
        case .functionsOpen(let functions):
            """
            A role that may make temporary types can run code as hearth_owner: \
            \(functions.count) function\(functions.count == 1 ? " has" : "s have") another search \
            path than pg_catalog, pg_temp: \(functions.prefix(3).joined(separator: ", "))\
            \(functions.count > 3 ? ", …" : ".")
            """
        case .rightsLacking(let rights):
            "The login lacks \(rights.map(\.words).joined(separator: "; "))."
        case .statementFailed(let file, let error):
            "\(file) failed: \(error)"
        }
    }
}
