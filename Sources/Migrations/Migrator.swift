package import Logging
package import Postgres

/// Brings a database to a schema.
///
/// The steps, in order:
///
/// 1. roles, if the login has the rights to migrate;
/// 2. the baseline, if a release candidate migrated the database;
/// 3. each missing migration;
/// 4. owners, policies and grants, if a restored dump or the step to the baseline left some out;
/// 5. functions;
/// 6. a proof that the server sees no row without a tenant.
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
        let isAdopted = try await adoptBaselineIfPreceded()
        let missing = try await missingMigrations()
        for migration in missing {
            try await apply(migration)
        }
        let isRepaired = try await repairAccessIfLacking()
        let isRebuilt = try await rebuildFunctions(unlessSame: !isRepaired)
        if !schema.access.isEmpty { try await schema.requireIsolation(on: connection) }
        return MigrationReport(
            version: schema.version, appliedMigrations: missing.map(\.name),
            isBaselineAdopted: isAdopted, isAccessRepaired: isRepaired,
            isFunctionSchemaRebuilt: isRebuilt)
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

    /// Moves the database of a release candidate on to the baseline; leaves any other as it is.
    private func adoptBaselineIfPreceded() async throws(MigrationFailure) -> Bool {
        guard Baseline.isPreceded(by: try await appliedMigrations()) else { return false }
        try await inTransaction { () async throws(MigrationFailure) in
            try await connection.run(.adoptBaseline)
            for migration in schema.migrations.prefix(Baseline.version) {
                if Baseline.repeatedFiles.contains(migration.name) { try await run(migration.file) }
                try await record(migration)
            }
        }
        logger.notice("The database of a release candidate was moved on to the baseline")
        return true
    }

    private func appliedMigrations() async throws(MigrationFailure) -> [AppliedMigration] {
        try await connection.run(.appliedMigrations).map(AppliedMigration.init)
    }

    /// Returns the migrations that the database lacks; throws unless the earlier ones are
    /// unchanged.
    private func missingMigrations() async throws(MigrationFailure) -> [Schema.Migration] {
        let applied = try await appliedMigrations()
        for (migration, old) in zip(schema.migrations, applied)
        where migration.version != old.version || migration.checksum != old.checksum {
            throw .fileChanged(name: migration.name, applied: old.name)
        }
        if let newest = applied.last, newest.version > schema.version {
            throw .schemaIsNewer(database: newest.version, binary: schema.version)
        }
        return Array(schema.migrations.dropFirst(applied.count))
    }

    private func apply(_ migration: Schema.Migration) async throws(MigrationFailure) {
        try await inTransaction { () async throws(MigrationFailure) in
            try await run(migration.file)
            try await record(migration)
        }
        logger.debug("Migration applied", metadata: ["migration": "\(migration.name)"])
    }

    private func record(_ migration: Schema.Migration) async throws(MigrationFailure) {
        try await connection.run(
            .recordMigration,
            [
                "version": String(migration.version), "name": migration.name,
                "checksum": migration.checksum,
            ])
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
            try await connection.execute(file.definition)
        } catch {
            throw .statementFailed(file: file.path, error)
        }
    }
}
