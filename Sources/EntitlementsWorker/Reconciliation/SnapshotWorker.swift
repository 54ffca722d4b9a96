package import EntitlementsDatabase
package import Logging
import Metrics
package import Reconciliation
import ServiceLifecycle

/// Takes snapshots of the app users in the snapshot queue, each under a lease.
///
/// Any number may run, in any number of processes: an app user is leased to one of them, and all
/// share the tenant's budget. No lookup and no event waits for it.
package struct SnapshotWorker: Service {
    /// Long enough for one snapshot with all its waits; if a worker dies, another takes over in a
    /// minute and a half.
    package static let leaseSeconds: Int32 = 60

    /// Polls without NOTIFY, which would make transactions that store events commit one by one.
    package static let intervalSeconds = 1

    /// Enough to use up the default budget of a tenant, however slowly RevenueCat answers.
    package static let maximumReadingsAtOnce = 4

    package static let countingIntervalSeconds = 15

    private let database: Database
    private let snapshotReader: SnapshotReader
    private let logger: Logger

    package init(database: Database, snapshotReader: SnapshotReader, logger: Logger) {
        self.database = database
        self.snapshotReader = snapshotReader
        self.logger = logger
    }

    package func run() async throws {
        await withTaskGroup { group in
            group.addTask {
                await every(seconds: Self.intervalSeconds) { await confirmDueAppUsers() }
            }
            group.addTask {
                await every(seconds: Self.countingIntervalSeconds) { await count() }
            }
        }
    }

    /// Works until no app user is due whose tenant has budget left.
    package func confirmDueAppUsers() async {
        guard let first = await claim() else { return }
        await withTaskGroup { group in
            group.addTask {
                await confirm(first)
                await confirmMore()
            }
            for _ in 1..<Self.maximumReadingsAtOnce {
                group.addTask { await confirmMore() }
            }
        }
    }
}

extension SnapshotWorker {
    private func confirmMore() async {
        while let appUser = await claim() { await confirm(appUser) }
    }

    private func claim() async -> ClaimSnapshot.Row? {
        guard !Task.isCancelled else { return nil }
        do {
            return try await database.call(
                ClaimSnapshot(leaseSeconds: Self.leaseSeconds)
            ).first
        } catch {
            // The database is away or busy. The next round tries again.
            await logger.log(
                "People to confirm could not be looked for", hinderedBy: error, in: database)
            return nil
        }
    }

    private func confirm(_ appUser: ClaimSnapshot.Row) async {
        do {
            switch try await snapshotReader.read(appUser.appUserID, of: appUser.tenantID) {
            case .read, .unknown:
                _ = try await database.callOne(
                    FinishSnapshot(appUserUUID: appUser.appUserUUID, claimID: appUser.claimID),
                    in: appUser.tenantID)
            case .hindered(let obstacle):
                try await postpone(appUser, because: obstacle)
            case .notConfigured:
                try await postpone(appUser, because: .keyUnusable)
            }
        } catch {
            // Nothing was written: the app user is due again when the lease ends.
            await logger.log(
                "An app user could not be confirmed", hinderedBy: error, of: appUser.tenantID,
                in: database, level: .error)
        }
    }

    private func postpone(
        _ appUser: ClaimSnapshot.Row, because obstacle: SnapshotFailure
    ) async throws {
        _ = try await database.call(
            PostponeSnapshot(
                appUserUUID: appUser.appUserUUID, claimID: appUser.claimID,
                reason: obstacle.reason, isSetback: obstacle.isSetback,
                retryAfterMilliseconds: Int32(obstacle.retryAfterMilliseconds ?? 0)),
            in: appUser.tenantID)
    }

    private func count() async {
        do {
            let found = try await database.callOne(CountQueuedSnapshots())
            Gauge(label: "hearth_confirmations_waiting").record(found.waiting)
            Gauge(label: "hearth_confirmations_oldest_seconds").record(found.oldestSeconds)
        } catch {
            await logger.log(
                "People to confirm could not be counted", hinderedBy: error, in: database)
        }
    }
}
