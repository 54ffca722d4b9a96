import EntitlementsDatabase
package import Postgres

extension Schema {
    /// Throws `accessLacking` if roles, owners, policies or grants are missing (a dump was restored
    /// without roles), and `schemaDiffers` unless the database has exactly this schema.
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
