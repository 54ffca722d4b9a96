package import Postgres

/// What `hearth_backup` sees of the rows that are there: of up to 20 tenants, up to 1,000 rows of
/// each table.
package enum BackupInspection: Sendable, Equatable {
    /// The login may not act as `hearth_backup`, so nothing was counted.
    case notAllowed
    /// It sees every row that was counted.
    case whole(rows: Int)
    /// It does not see all rows of these tables.
    case torn(tables: [String])

    /// Counts as the owner and as `hearth_backup`, in one read-only transaction.
    package init(on connection: AdministrationConnection) async throws(MigrationFailure) {
        guard try await connection.run(.mayBackUp).first?.first == "t" else {
            self = .notAllowed
            return
        }
        let (present, seen) = try await connection.rollingBack {
            () async throws(MigrationFailure) in
            try await connection.run(.actAsOwner)
            let present = try await connection.run(.countRows)
            try await connection.run(.actAsBackup)
            return (present, try await connection.run(.countRows))
        }
        let missing = Set(present).subtracting(seen).compactMap { $0[1] }
        self =
            missing.isEmpty
            ? .whole(rows: present.reduce(0) { $0 + ($1[2].flatMap { Int($0) } ?? 0) })
            : .torn(tables: Set(missing).sorted())
    }
}
