import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import EntitlementsWorker
import Glibc

/// The checks of the installation as a whole.
extension Examination {
    func examineInstallation(_ database: Database) async throws {
        await examineWrites(database)
        let seen = try await database.callOne(ExamineInstallation())
        for finding in seen.findings(now: systemTime()) { note(finding) }
        note(.upkeep(overdue: try await database.call(Upkeep.overdue)))
        note(try await database.callOne(MeasureClockSkew()).finding)
        if target.directory == nil { note(.databaseSize(seen.databaseBytes)) }
        note(.growth(try await database.call(ListSizes())))
        let failed = try await database.callOne(CountFailedWebhookEvents())
        note(.failedEvents(failed.failed, oldestSeconds: failed.oldestSeconds))
        let moves = try await database.call(ListTenantMoves())
        for move in moves { note(Finding(move)) }
        if moves.isEmpty { note(.ok("moves", "no tenant moves")) }
        try await examineReplicas(database)
        note(.releases(try await database.call(ListReleases())))
        try await examineEncryptionKey(database)
    }

    /// Notes whether the database takes a write, which is taken back.
    private func examineWrites(_ database: Database) async {
        // A server that is read-only was noted before.
        guard !hasNoted("writes") else { return }
        do {
            _ = try await database.call(TryWrite())
            note(.ok("writes", "a write was tried, and taken back"))
        } catch {
            note(
                .fail(
                    "writes", (error as? Failure)?.detail ?? "\(error)",
                    advice: "Is the database's disk full? Its log has the reason.",
                    exitStatus: .unavailable))
        }
    }

    /// Notes whether the encryption key opens every secret.
    func examineEncryptionKey(_ database: Database) async throws {
        let secretBox: SecretBox
        do {
            secretBox = try await target.configuration(for: database).secretBox(
                or: { try await SealedSecrets.exist(in: database) })
        } catch let message as OperatorMessage {
            return note(
                .fail(
                    "encryption_key", message.why, advice: message.advice ?? "",
                    exitStatus: message.exitStatus))
        }
        let unreadable = try await SealedSecrets(database: database, secretBox: secretBox)
            .unreadable()
        note(.encryptionKey(unreadable: unreadable))
    }

    /// Notes how much room the private Postgres has.
    func noteDisk() {
        guard let directory = target.directory else { return }
        var disk = statvfs()
        guard statvfs(directory.path, &disk) == 0 else { return }
        note(
            .disk(
                freeBytes: Int64(disk.f_bavail) * Int64(disk.f_frsize), path: directory.path))
    }
}

extension ExamineInstallation.Row {
    /// A server is seen once a minute.
    private static let servedWithinSeconds: Int64 = 180

    func findings(now: Timestamp) -> [Finding] { [worker(now), statistics] }

    private func worker(_ now: Timestamp) -> Finding {
        let advice = "Start `hearth serve`; if it runs, look at its log and at /readyz."
        guard let servedAt else {
            return .warn("worker", "no server has ever run on this database", advice: advice)
        }
        let seconds = now.secondsSinceEpoch - servedAt.secondsSinceEpoch
        guard seconds > Self.servedWithinSeconds else {
            return .ok("worker", "a server runs; it was seen \(max(0, seconds)) seconds ago")
        }
        return .fail(
            "worker", "no server runs since \(servedAt.rfc3339)", advice: advice,
            exitStatus: .unavailable)
    }

    private var statistics: Finding {
        guard !unanalyzedTables.isEmpty else {
            return .ok("statistics", "the planner knows the large tables")
        }
        return .warn(
            "statistics",
            "the planner knows nothing of \(unanalyzedTables.joined(separator: ", "))",
            advice: "Run `analyze` once, and see that autovacuum is on.")
    }
}

extension Finding {
    static func upkeep(overdue: [ListOverdueTables.Row]) -> Finding {
        guard let oldest = overdue.map(\.oldestAt).min() else {
            return .ok("upkeep", "what has expired is deleted")
        }
        let names = overdue.map(\.tableName).joined(separator: ", ")
        return .warn(
            "upkeep",
            "rows that should be deleted fill \(names); the oldest is of \(oldest.rfc3339)",
            advice: "A server deletes them every five minutes: search its log for "
                + "\"Upkeep could not be done\".")
    }

    static func failedEvents(_ count: Int64, oldestSeconds: Int64) -> Finding {
        guard count > 0 else { return .ok("failed_events", "no webhook event waits") }
        return .fail(
            "failed_events",
            "\(count) webhook events could not be applied; the oldest waits \(oldestSeconds) s",
            advice: "hearth events list <tenant> --status failed shows why.")
    }

    static func encryptionKey(unreadable: [String]) -> Finding {
        guard !unreadable.isEmpty else { return .ok("encryption_key", "it opens every secret") }
        let names = unreadable.prefix(3).joined(separator: ", ")
        let others = unreadable.count > 3 ? " and \(unreadable.count - 3) more" : ""
        return .fail(
            "encryption_key", "it does not open \(names)\(others)",
            advice: "Set HEARTH_ENCRYPTION_KEY to the key that sealed them, or set them again.",
            exitStatus: .invalidConfiguration)
    }

    private static let diskLimits = (warn: Int64(2) << 30, fail: Int64(256) << 20)

    static func disk(freeBytes: Int64, path: String) -> Finding {
        let words = "\(freeBytes >> 20) MiB are free at \(path)"
        let advice = "Free some room: Postgres stops when the disk is full."
        if freeBytes < diskLimits.fail { return .fail("disk", words, advice: advice) }
        if freeBytes < diskLimits.warn { return .warn("disk", words, advice: advice) }
        return .ok("disk", words)
    }

    /// The size of the tables by kind, and what they grew by.
    static func growth(_ sizes: [ListSizes.Row]) -> Finding {
        let kinds = sizes.filter { $0.bytes >> 20 > 0 }
            .map { "\($0.kind) \($0.bytes >> 20) MiB" }.joined(separator: ", ")
        let words = kinds.isEmpty ? "all tables are smaller than 1 MiB" : kinds
        guard let since = sizes.compactMap(\.sampledOn).first else {
            return .ok("size", "\(words); growth is known from tomorrow on")
        }
        let growth = sizes.reduce(0) { $0 + $1.bytes - ($1.formerBytes ?? 0) }
        return .ok("size", "\(words); \(growth >> 20) MiB more than on \(since)")
    }

    static func databaseSize(_ bytes: Int64) -> Finding {
        .ok("disk", "the database takes \(bytes >> 20) MiB; its disk is not seen from here")
    }
}
