import EntitlementsDatabase
import Migrations
import Postgres

/// The checks of the login that migrates and makes backups.
extension Examination {
    /// Notes what the administrator lacks to migrate, if one is named or a migration is needed.
    func examineAdministrator(hasSchema: Bool) async {
        guard !hasSchema || target.administratorURL != target.url else { return }
        await step("administrator", seconds: Self.stepSeconds) { [self] in
            note(
                .administrator(
                    lacking: try await AdministrationConnection.withConnection(
                        to: target.administratorURL
                    ) { try await $0.lackingRights() }))
        }
    }

    /// Notes whether a dump by `hearth_backup` would have every row.
    func examineBackup() async {
        await step("backup", seconds: Self.stepSeconds) { [self] in
            note(
                .backup(
                    try await AdministrationConnection.withConnection(
                        to: target.administratorURL
                    ) { try await BackupInspection(on: $0) }))
        }
    }
}

extension Finding {
    static func administrator(lacking rights: [LackingRight]) -> Finding {
        guard !rights.isEmpty else { return .ok("administrator", "the login may migrate") }
        return .fail(
            "administrator",
            "the login may not migrate: it lacks "
                + rights.map(\.words).joined(separator: "; "),
            advice: "As another administrator: "
                + rights.map { "\($0.remedy);" }.joined(separator: " "),
            exitStatus: .invalidConfiguration)
    }

    static func backup(_ inspection: BackupInspection) -> Finding {
        switch inspection {
        case .whole(let rows):
            .ok("backup", "hearth_backup sees every row: \(rows) were counted")
        case .notAllowed:
            .warn(
                "backup", "this login may not act as hearth_backup, so no row was counted",
                advice: "Set HEARTH_MIGRATION_DATABASE_URL to the administrator's URL.")
        case .torn(let tables):
            .fail(
                "backup",
                "a dump would be torn: hearth_backup does not see every row of "
                    + tables.joined(separator: ", "),
                advice: "Remove the policy that hides them, then run `hearth migrate`.")
        }
    }
}
