package import Postgres

extension Schema {
    /// Throws `schemaDiffers` unless the database has exactly this schema.
    ///
    /// Whoever the connection logs in as must be `hearth_server`, or a member of it.
    package func requireDeployment(
        on connection: AdministrationConnection
    ) async throws(MigrationFailure) {
        let wanted = GetDeployment.Row(
            schemaVersion: Int32(version), functionsHash: functionsHash)
        let deployed = try await deployment(on: connection)
        guard deployed == wanted else {
            throw .schemaDiffers(database: deployed, binary: wanted)
        }
    }

    /// Nil where nothing was ever migrated.
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
