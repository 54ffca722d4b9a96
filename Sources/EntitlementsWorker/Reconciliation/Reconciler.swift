package import EntitlementsDatabase
package import Logging
package import Reconciliation
import ServiceLifecycle
package import Traces

/// Takes snapshots of the app users of runs, each under a lease.
///
/// Any number may run, in any number of processes: a run's state is in the database, and the
/// outcome of an app user is stored in the transaction that stores the snapshot.
package struct Reconciler: Service {
    /// Long enough for one snapshot with all its waits; after a server was killed, a run goes on
    /// within a minute.
    package static let leaseSeconds: Int32 = 45

    package static let intervalSeconds = 1

    /// Enough to use both cores of a small server, if nothing else limits it.
    package static let maximumClaimsAtOnce = 3
    /// The requests of all claims share eight connections, and the last must not time out.
    package static let maximumAppUsersPerClaim: Int32 = 16
    /// How many claims a worker makes of a run before it looks for a run that waits longer.
    package static let maximumClaimsInTurn = 4

    package static let maximumAppUsersListedAtOnce: Int32 = 2_000

    private let database: Database
    private let snapshotReader: SnapshotReader
    private let traces: Traces
    private let logger: Logger

    package init(
        database: Database, snapshotReader: SnapshotReader, traces: Traces = .off, logger: Logger
    ) {
        self.database = database
        self.traces = traces
        self.snapshotReader = snapshotReader
        self.logger = logger
    }

    package func run() async throws {
        await every(seconds: Self.intervalSeconds) { await workOnRuns() }
    }

    /// Works until no run can continue.
    package func workOnRuns() async {
        guard let first = await nextRun() else { return }
        await work(on: first)
        await withTaskGroup { group in
            for _ in 0..<Self.maximumClaimsAtOnce {
                group.addTask {
                    while let run = await nextRun() { await work(on: run) }
                }
            }
        }
    }
}

extension Reconciler {
    private func nextRun() async -> NextRun.Row? {
        guard !Task.isCancelled else { return nil }
        do {
            return try await database.call(NextRun()).first
        } catch {
            // The database is away or busy. The next round tries again.
            await logger.log("Runs could not be looked for", hinderedBy: error, in: database)
            return nil
        }
    }

    /// Works on a part of a run, in a trace of its own: a run may last for hours.
    private func work(on run: NextRun.Row) async {
        await traces.withSpan("run", ["hearth.run_id": "\(run.runID)"]) {
            await workOnPart(of: run)
        }
    }

    private func workOnPart(of run: NextRun.Row) async {
        do {
            if run.isListing {
                try await snapshotReader.listProject(of: run)
            } else if run.isPrepared {
                try await readAppUsers(of: run)
            } else {
                _ = try await database.call(
                    ListRunAppUsers(runID: run.runID, maximum: Self.maximumAppUsersListedAtOnce),
                    in: run.tenantID)
            }
        } catch {
            await logger.log(
                "A run could not go on", hinderedBy: error, of: run.tenantID, in: database,
                level: .error, metadata: ["run_id": "\(run.runID)"])
        }
    }

    private func readAppUsers(of run: NextRun.Row) async throws {
        for _ in 0..<Self.maximumClaimsInTurn where !Task.isCancelled {
            let appUsers = try await database.call(
                ClaimRunAppUsers(
                    runID: run.runID, maximum: Self.maximumAppUsersPerClaim,
                    leaseSeconds: Self.leaseSeconds),
                in: run.tenantID)
            await withTaskGroup { group in
                for appUser in appUsers {
                    group.addTask { await read(appUser, of: run) }
                }
            }
            // Nothing more is due, or the budget is spent.
            if appUsers.count < Self.maximumAppUsersPerClaim { return }
        }
    }

    private func read(_ appUser: ClaimRunAppUsers.Row, of run: NextRun.Row) async {
        var options = SnapshotReader.Options()
        options.isDryRun = run.isDryRun
        options.runID = run.runID
        do {
            switch try await snapshotReader.readPaid(appUser.appUserID, of: run.tenantID, options) {
            case .read, .unknown: break
            case .hindered(let obstacle): try await postpone(appUser, of: run, because: obstacle)
            case .notConfigured: try await postpone(appUser, of: run, because: .keyUnusable)
            }
        } catch {
            // Nothing was written: the app user is due again when the lease ends.
            await logger.log(
                "An app user of a run could not be read", hinderedBy: error, of: run.tenantID,
                in: database, level: .error, metadata: ["run_id": "\(run.runID)"])
        }
    }

    private func postpone(
        _ appUser: ClaimRunAppUsers.Row, of run: NextRun.Row, because obstacle: SnapshotFailure
    ) async throws {
        _ = try await database.call(
            PostponeRunAppUser(
                runID: run.runID, appUserID: appUser.appUserID, claimID: appUser.claimID,
                reason: obstacle.reason, isSetback: obstacle.isSetback,
                retryAfterMilliseconds: Int32(obstacle.retryAfterMilliseconds ?? 0)),
            in: run.tenantID)
    }
}
