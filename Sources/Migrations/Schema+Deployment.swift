import EntitlementsDatabase
package import Postgres

extension Schema {
    /// Throws unless the database can be served by this binary.
    ///
    /// - `accessLacking`: roles, owners, policies or grants are missing, as in a dump that was
    ///   restored without roles;
    /// - `neverMigrated`, `functionsLacking`: it lacks this schema's functions;
    /// - `schemaIsNewer`: a newer release migrated it, and these functions do not work any more;
    /// - `functionsOpen`: a function would run what another role made;
    /// - `tenantsNotKeptApart`: the server sees rows without a tenant.
    ///
    /// The connection's login must be `hearth_server` or a member of it.
    package func requireDeployment(
        on connection: AdministrationConnection
    ) async throws(MigrationFailure) {
        let lacking = try await connection.run(.lackingAccess).compactMap { $0.first ?? nil }
        guard try await connection.run(.hasMigrations).first?.first == "t"
        else { throw .neverMigrated }
        guard lacking.isEmpty else { throw .accessLacking(lacking) }
        let deployed = try await deployment(on: connection)
        guard deployed.compatibleFrom <= version else {
            throw .schemaIsNewer(
                database: Int(deployed.schemaVersion),
                compatibleFrom: Int(deployed.compatibleFrom), binary: version)
        }
        try await requireIsolation(on: connection)
    }

    /// Reads each table of tenants as the server does, without a tenant, and throws
    /// `tenantsNotKeptApart` if it sees a row of any.
    ///
    /// Definitions alone do not prove what a database does with them. Throws `functionsOpen` if a
    /// function does not look names up in pg_catalog first and in pg_temp last.
    func requireIsolation(on connection: AdministrationConnection) async throws(MigrationFailure) {
        let tables = try await connection.rollingBack { () async throws(MigrationFailure) in
            try await connection.run(.actAsServerOfNoTenant)
            return try await connection.run(.tablesSeen)
        }
        guard tables.isEmpty else {
            throw .tenantsNotKeptApart(tables: tables.compactMap { $0.first ?? nil })
        }
        let open = try await connection.run(.openFunctions).compactMap { $0.first ?? nil }
        guard open.isEmpty else { throw .functionsOpen(open) }
    }

    private func deployment(
        on connection: AdministrationConnection
    ) async throws(MigrationFailure) -> GetDeployment.Row {
        let values = ["release": functionsSchema]
        guard try await connection.run(.isInstalled, values).first?.first == "t",
            let cells = try await connection.run(.deployment, values).first,
            let version = cells[0].flatMap({ Int32($0) }),
            let compatibleFrom = cells[1].flatMap({ Int32($0) })
        else {
            throw .functionsLacking(
                functionsSchema,
                installed: try await connection.run(.releaseSchemas).compactMap { $0[0] })
        }
        return GetDeployment.Row(schemaVersion: version, compatibleFrom: compatibleFrom)
    }
}
