package import Logging
package import Postgres

/// Brings a database to a schema.
///
/// The steps, in order:
///
/// 1. roles, if the login has the rights to migrate;
/// 2. each missing migration;
/// 3. owners, policies and grants, if a restored dump lacks them;
/// 4. functions.
///
/// Migrators may run at the same time: the first works, the others find nothing to do. Each step is
/// a transaction: a failure leaves the database after the last whole step.
package struct Migrator: Sendable {
    private let schema: Schema
    private let connection: AdministrationConnection
    private let logger: Logger

    /// The connection must be the migrator's alone, and an administrator's.
    package init(
        schema: Schema = .embedded, connection: AdministrationConnection, logger: Logger
    ) {
        self.schema = schema
        self.connection = connection
        self.logger = logger
    }

    /// Brings the database to the schema; idempotent.
    package func migrate() async throws(MigrationFailure) -> MigrationReport {
        try await createRoles()
        try await inTransaction { () async throws(MigrationFailure) in
            try await connection.run(.bootstrap)
        }
        let missing = try await missingMigrations()
        for migration in missing {
            try await apply(migration)
        }
        let isRepaired = try await repairAccessIfLacking()
        return MigrationReport(
            version: schema.version, appliedMigrations: missing.map(\.name),
            isAccessRepaired: isRepaired,
            isFunctionSchemaRebuilt: try await rebuildFunctions(unlessSame: !isRepaired))
    }

    /// Creates the roles alone, before a dump that names them is restored; idempotent.
    package func createRoles() async throws(MigrationFailure) {
        try await connection.run(.lock)
        try await connection.requireMigrationRights()
        try await inTransaction { () async throws(MigrationFailure) in
            for file in schema.roles { try await run(file) }
        }
    }

    /// Repairs a restored dump.
    ///
    /// A dump names roles but does not create them. Restored without them, its tables belong to the
    /// login that restored it, and no role may read them.
    private func repairAccessIfLacking() async throws(MigrationFailure) -> Bool {
        guard !schema.access.isEmpty, try await !connection.run(.lackingAccess).isEmpty
        else { return false }
        try await inTransaction { () async throws(MigrationFailure) in
            for file in schema.access { try await run(file) }
        }
        logger.notice("Owners, policies and grants repaired")
        return true
    }

    /// Returns the migrations that the database lacks; throws unless the earlier ones are
    /// unchanged.
    private func missingMigrations() async throws(MigrationFailure) -> [Schema.Migration] {
        let applied = try await connection.run(.appliedMigrations).map(AppliedMigration.init)
        if let newest = applied.last, newest.version > schema.version {
            throw .schemaIsNewer(database: newest.version, binary: schema.version)
        }
        for (migration, old) in zip(schema.migrations, applied)
        where migration.version != old.version || migration.checksum != old.checksum {
            throw .fileChanged(name: migration.name, applied: old.name)
        }
        return Array(schema.migrations.dropFirst(applied.count))
    }

    private func apply(_ migration: Schema.Migration) async throws(MigrationFailure) {
        try await inTransaction { () async throws(MigrationFailure) in
            try await run(migration.file)
            try await connection.run(
                .recordMigration,
                [
                    "version": String(migration.version), "name": migration.name,
                    "checksum": migration.checksum,
                ])
        }
        logger.debug("Migration applied", metadata: ["migration": "\(migration.name)"])
    }

    /// Rebuilds schema api, in one transaction.
    private func rebuildFunctions(
        unlessSame isSameKept: Bool
    ) async throws(MigrationFailure) -> Bool {
        let deployed = try await connection.run(.deployedFunctions).first?.first
        guard deployed != schema.functionsHash || !isSameKept else { return false }
        try await inTransaction { () async throws(MigrationFailure) in
            try await connection.run(.rebuildAPI)
            for file in schema.functions { try await create(file) }
            try await connection.run(.recordFunctions, ["hash": schema.functionsHash])
        }
        logger.debug("Functions rebuilt", metadata: ["functions": "\(schema.functions.count)"])
        return true
    }

    /// Creates the function of a file, and comments on it with the file's summary.
    private func create(_ file: Schema.File) async throws(MigrationFailure) {
        try await run(file)
        if !file.summary.isEmpty {
            try await connection.run(
                .commentFunction, ["function": file.functionName, "comment": file.summary])
        }
    }

    private func inTransaction(
        _ steps: () async throws(MigrationFailure) -> Void
    ) async throws(MigrationFailure) {
        try await connection.run(.begin)
        do {
            try await steps()
            try await connection.run(.commit)
        } catch {
            try await connection.run(.rollback)
            throw error
        }
    }

    private func run(_ file: Schema.File) async throws(MigrationFailure) {
        do {
            try await connection.execute(file.text)
        } catch {
            throw .statementFailed(file: file.path, error)
        }
    }
}

/// A row of `entitlements.migrations`.
private struct AppliedMigration {
    let version: Int
    let name: String
    let checksum: String

    init(row: [String?]) {
        version = row.first.flatMap(\.self).flatMap { Int($0) } ?? 0
        name = row.dropFirst(1).first.flatMap(\.self) ?? ""
        checksum = row.dropFirst(2).first.flatMap(\.self) ?? ""
    }
}
