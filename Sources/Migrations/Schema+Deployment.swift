import EntitlementsDatabase
package import Postgres

extension Schema {
    /// Throws `accessLacking` if roles, owners, policies or grants are missing (a dump was restored
    /// without roles), `schemaDiffers` unless the database has exactly this schema, and
    /// `tenantsNotKeptApart` if the server sees rows without a tenant.
    ///
    /// The connection's login must be `hearth_server` or a member of it.
    package func requireDeployment(
        on connection: AdministrationConnection
    ) async throws(MigrationFailure) {
        let lacking = try await connection.run(.lackingAccess).compactMap { $0.first ?? nil }
        if try await connection.run(.hasMigrations).first?.first == "t", !lacking.isEmpty {
            throw .accessLacking(lacking)
        }
        let wanted = GetDeployment.Row(
            schemaVersion: Int32(version), functionsHash: functionsHash)
        let deployed = try await deployment(on: connection)
        guard deployed == wanted else {
            throw .schemaDiffers(database: deployed, binary: wanted)
        }
        try await requireIsolation(on: connection)
    }

    /// Reads each table of tenants as the server does, without a tenant, and throws
    /// `tenantsNotKeptApart` if it sees a row of any.
    ///
    /// Definitions alone do not prove what a database does with them.
    func requireIsolation(on connection: AdministrationConnection) async throws(MigrationFailure) {
        let tables = try await connection.rollingBack { () async throws(MigrationFailure) in
            try await connection.run(.actAsServerOfNoTenant)
            return try await connection.run(.tablesSeen)
        }
        guard tables.isEmpty else {
            throw .tenantsNotKeptApart(tables: tables.compactMap { $0.first ?? nil })
        }
    }

    /// Nil if the database was never migrated.
    private func deployment(
        on connection: AdministrationConnection
    ) async throws(MigrationFailure) -> GetDeployment.Row? {
        guard try await connection.run(.isMigrated).first?.first == "t" else { return nil }
        let rows = try await connection.run(.deployment)
        guard let cells = rows.first, cells.count == 2,
            let version = cells[0].flatMap({ Int32($0) }),
            let hash = cells[1]
        else { return nil }
        return GetDeployment.Row(schemaVersion: version, functionsHash: hash)
    }
}
