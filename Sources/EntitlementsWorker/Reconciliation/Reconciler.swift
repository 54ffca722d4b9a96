package import EntitlementsDatabase
package import Logging
package import Reconciliation
import ServiceLifecycle

/// Reads the people of runs back from RevenueCat, each under a lease.
///
/// Any number of these may run, in any number of processes: what is left of a run is in the
/// database, and what became of a person is written down in the transaction that it happened in.
package struct Reconciler: Service {
    /// Long enough for one reading with all its waits, short enough for a run to go on within a
    /// minute after a server was killed.
    package static let leaseSeconds: Int32 = 45

    package static let intervalSeconds = 1

    /// Enough to use both cores of a small server, where nothing else limits it.
    package static let maximumClaimsAtOnce = 3
    package static let maximumPeoplePerClaim: Int32 = 16

    package static let maximumPeopleListedAtOnce: Int32 = 2_000

    private let database: Database
    private let readBack: ReadBack
    private let logger: Logger

    package init(database: Database, readBack: ReadBack, logger: Logger) {
        self.database = database
        self.readBack = readBack
        self.logger = logger
    }

    package func run() async throws {
        await comeRound(everySeconds: Self.intervalSeconds) { await workOnRuns() }
    }

    /// Goes on until no run can.
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
            // The database is away or busy. The next look comes by itself.
            logger.warning("Runs could not be looked for", error: error)
            return nil
        }
    }

    private func work(on run: NextRun.Row) async {
        do {
            if run.isListing {
                try await readBack.listProject(of: run)
            } else if run.isPrepared {
                try await readPeople(of: run)
            } else {
                _ = try await database.call(
                    ListRunPeople(runID: run.runID, maximum: Self.maximumPeopleListedAtOnce),
                    in: run.tenantID)
            }
        } catch {
            logger.error("A run could not go on", error: error)
        }
    }

    private func readPeople(of run: NextRun.Row) async throws {
        let people = try await database.call(
            ClaimRunPeople(
                runID: run.runID, maximum: Self.maximumPeoplePerClaim,
                leaseSeconds: Self.leaseSeconds),
            in: run.tenantID)
        await withTaskGroup { group in
            for person in people {
                group.addTask { await read(person, of: run) }
            }
        }
    }

    private func read(_ person: ClaimRunPeople.Row, of run: NextRun.Row) async {
        var manner = ReadBack.Manner()
        manner.isDryRun = run.isDryRun
        manner.runID = run.runID
        do {
            switch try await readBack.readPaid(person.appUserID, of: run.tenantID, manner) {
            case .read, .unknown: break
            case .hindered(let obstacle): try await postpone(person, of: run, because: obstacle)
            case .notConfigured: try await postpone(person, of: run, because: .keyUnusable)
            }
        } catch {
            // Nothing was written: the person is due again when the lease ends.
            logger.error("A person of a run could not be read", error: error)
        }
    }

    private func postpone(
        _ person: ClaimRunPeople.Row, of run: NextRun.Row, because obstacle: Obstacle
    ) async throws {
        _ = try await database.call(
            PostponeRunPerson(
                runID: run.runID, appUserID: person.appUserID, claimID: person.claimID,
                reason: obstacle.reason, isSetback: obstacle.isSetback,
                retryAfterMilliseconds: Int32(obstacle.retryAfterMilliseconds ?? 0)),
            in: run.tenantID)
    }
}
