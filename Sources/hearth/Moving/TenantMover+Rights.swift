import Entitlements
import EntitlementsDatabase
import Migrations
import Postgres

/// What a move needs, asked before anything is touched.
extension TenantMover {
    /// Throws a message with all that is lacking; touches nothing.
    func requireRights() async throws {
        if try await source.run(.databaseIdentity) == target.run(.databaseIdentity) {
            throw refusal("--to names the database that has it", "Name another database.")
        }
        let here = try await lacking("this database", .lackingAtSource, at: source)
        let there = try await lacking("the new one", .lackingAtTarget, at: target)
        guard here.isEmpty, there.isEmpty else {
            let all = here + there
            throw OperatorMessage(
                "\(slug) was not moved, and nothing was touched",
                why: all.map { "\n  \($0.words)" }.joined(),
                advice: all.map(\.remedy).joined(separator: "\n    "),
                exitStatus: .invalidConfiguration)
        }
        if try await target.isMigrated() {
            let keys = try await source.run(.keyIDs, values).compactMap { $0[0] }
            let conflicts = try await target.run(
                .conflicts, values.merging(["keys": keys.joined(separator: ",")]) { $1 })
            guard conflicts.isEmpty else {
                let words = conflicts.compactMap { $0[0] }.joined(separator: ", ")
                throw refusal(
                    "the new database already has \(words)",
                    "Did it come from there? `hearth tenants move --clear` deletes what is left.")
            }
        }
        try await requireKey(of: sourceURL, named: "this database")
        if (try? await DatabaseMigration.requireSchema(targetURL)) != nil {
            try await requireKey(of: targetURL, named: "the new one")
        }
        try await requireWay()
        report("checked: \(slug) may move to \(targetPlace)")
    }

    /// Throws unless the new database's server reaches the old database and may replicate there.
    private func requireWay() async throws {
        do {
            try await target.run(.probeSubscription, values)
        } catch PostgresError.script(let message, _) {
            throw refusal(
                "the new database's server cannot subscribe to \(sourceAddress.place): "
                    + message.split(separator: "\n").joined(separator: " "),
                "Name the way from there with --from; its login needs a password and the right "
                    + "of replication, and pg_hba.conf must let it in.")
        }
    }

    private func lacking(
        _ place: String, _ statement: MoveStatement, at connection: AdministrationConnection
    ) async throws -> [LackingRight] {
        try await connection.run(statement, values).map { row in
            LackingRight(
                words: "\(place) lacks \(row[0] ?? "")", remedy: "\(place): \(row[1] ?? "")")
        }
    }

    /// Throws unless the encryption key opens what is sealed in a database.
    ///
    /// The server of the new database must have the key that sealed the tenant's secrets.
    func requireKey(of url: String, named place: String) async throws {
        let unreadable = try await DatabaseSession.run(
            url, configuration: configuration, logger: logger
        ) { [secretBox] in
            try await SealedSecrets(database: $0, secretBox: secretBox).unreadable()
        }
        guard let first = unreadable.first else { return }
        throw refusal(
            "HEARTH_ENCRYPTION_KEY does not open the secrets of \(place): \(first)",
            "Both need one key: `hearth keys rotate-encryption` seals secrets with another.")
    }
}
