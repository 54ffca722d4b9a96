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
/// 5. the release's functions, beside those of other releases;
/// 6. the end of releases that were not seen for an hour;
/// 7. the search path of functions that another release installed;
/// 8. proofs that no function runs what another role made, and that the server sees no row without
///    a tenant.
///
/// Migrators may run at the same time: the first works, the others find nothing to do. Each step is
/// a transaction: a failure leaves the database after the last whole step.
package struct Migrator: Sendable {
    let schema: Schema
    let connection: AdministrationConnection
    let logger: Logger

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
        try await inTransaction { () async throws(MigrationFailure) in
            try await connection.run(.keepAPI)
        }
        let applied = try await appliedMigrations()
        let missing = try missingMigrations(after: applied)
        try await requireNoServers(older: missing)
        let isNewer = applied.count > schema.migrations.count
        if !isNewer { try await noteCompatibility(of: applied) }
        var dropped: [String] = []
        for migration in missing {
            dropped += try await apply(migration)
        }
        let isRepaired = try await repairAccessIfLacking(of: applied)
        let isInstalled = try await installRelease()
        dropped += try await dropUnseenReleases()
        if !schema.access.isEmpty {
            try await connection.run(.pinSearchPaths)
            try await schema.requireIsolation(on: connection)
        }
        return MigrationReport(
            version: max(schema.version, applied.last?.version ?? 0),
            appliedMigrations: missing.map(\.name), isBaselineAdopted: isAdopted,
            isAccessRepaired: isRepaired, release: schema.functionsSchema,
            isReleaseInstalled: isInstalled, droppedReleases: dropped)
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
    /// A newer database has tables that this binary's files do not name.
    private func repairAccessIfLacking(
        of applied: [AppliedMigration]
    ) async throws(MigrationFailure) -> Bool {
        guard !schema.access.isEmpty, try await !connection.run(.lackingAccess).isEmpty
        else { return false }
        if let newest = applied.last?.version, newest > schema.version {
            throw .schemaIsNewer(database: newest, compatibleFrom: newest, binary: schema.version)
        }
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
    /// unchanged, and later ones let this binary's functions work.
    private func missingMigrations(
        after applied: [AppliedMigration]
    ) throws(MigrationFailure) -> [Schema.Migration] {
        for (migration, old) in zip(schema.migrations, applied)
        where migration.version != old.version || migration.checksum != old.checksum {
            throw .fileChanged(name: migration.name, applied: old.name)
        }
        if let newest = applied.last, let needed = applied.map(\.neededVersion).max(),
            needed > schema.version
        {
            throw .schemaIsNewer(
                database: newest.version, compatibleFrom: needed, binary: schema.version)
        }
        return Array(schema.migrations.dropFirst(applied.count))
    }

    /// Returns the releases that were dropped, because their functions do not work after it.
    ///
    /// Postgres refuses some changes of a table while functions use its row type.
    private func apply(
        _ migration: Schema.Migration
    ) async throws(MigrationFailure) -> [String] {
        let broken = try await installedReleases()
            .filter { $0.version < migration.neededVersion }
        try await inTransaction { () async throws(MigrationFailure) in
            try await drop(broken)
            try await run(migration.file)
            try await record(migration)
        }
        logger.debug("Migration applied", metadata: ["migration": "\(migration.name)"])
        return broken.map(\.name)
    }

    private func record(_ migration: Schema.Migration) async throws(MigrationFailure) {
        try await connection.run(
            .recordMigration,
            [
                "version": String(migration.version), "name": migration.name,
                "checksum": migration.checksum,
                "compatible_from": migration.compatibleFrom.map(String.init) ?? "",
            ])
    }

    /// Gives migrations that were applied what this binary's files say of their compatibility.
    private func noteCompatibility(
        of applied: [AppliedMigration]
    ) async throws(MigrationFailure) {
        for (migration, old) in zip(schema.migrations, applied)
        where migration.compatibleFrom != old.compatibleFrom {
            try await connection.run(
                .recordCompatibility,
                [
                    "version": String(migration.version),
                    "compatible_from": migration.compatibleFrom.map(String.init) ?? "",
                ])
        }
    }

    /// Creates the function of a file, and comments on it with the file's summary.
    func create(_ file: Schema.File) async throws(MigrationFailure) {
        try await run(file)
        if !file.summary.isEmpty {
            try await connection.run(
                .commentFunction,
                [
                    "release": schema.functionsSchema, "function": file.functionName,
                    "comment": file.summary,
                ])
        }
    }

    func inTransaction(
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

    func run(_ file: Schema.File) async throws(MigrationFailure) {
        do {
            try await connection.execute(schema.definition(of: file))
        } catch {
            throw .statementFailed(file: file.path, error)
        }
    }
}
