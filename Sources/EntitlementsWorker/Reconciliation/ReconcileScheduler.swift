import Entitlements
package import EntitlementsDatabase
package import Logging
import Metrics
import ServiceLifecycle

/// Starts the scheduled runs.
///
/// - Regularly, a run over the app users at risk.
/// - If no webhook could be received for longer than RevenueCat retries, a run over all: so it
///   notes that the server is present, and which encryption keys it holds.
package struct ReconcileScheduler: Service {
    package static let intervalSeconds = 60

    private let database: Database
    private let serverName: String
    private let keyIDs: [String]
    private let logger: Logger

    package init(database: Database, serverName: String, keyIDs: [String], logger: Logger) {
        self.database = database
        self.serverName = serverName
        self.keyIDs = keyIDs
        self.logger = logger
    }

    package func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await every(seconds: Self.intervalSeconds) {
                    await startRuns()
                    await countCoverage()
                }
            }
            group.addTask {
                // Standbys learn of a promotion by what a server notes after it.
                for await _ in database.timelines.cancelOnGracefulShutdown() {
                    try? await notePresence()
                }
            }
        }
        await noteDeparture()
    }

    package func startRuns() async {
        do {
            try await notePresence()
            while !Task.isCancelled, let due = try await database.call(ClaimSchedule()).first {
                guard let run = try await database.call(StartDueRun(), in: due.tenantID).first
                else { continue }
                let slug = await database.slug(of: due.tenantID)
                logger.info(
                    "A run was started",
                    metadata: [
                        "tenant": "\(slug)",
                        "run_id": "\(run.runID)",
                        "origin": "\(run.origin)",
                    ])
            }
        } catch {
            // The database is away or busy. The next round tries again.
            await logger.log("Runs could not be started", hinderedBy: error, in: database)
        }
    }

    private func notePresence() async throws {
        let absence = try await database.call(
            NotePresence(serverName: serverName, keyIDs: keyIDs)
        ).first
        guard let absence else { return }
        logger.notice(
            "Webhooks were not received for too long: a run takes all snapshots",
            metadata: ["absent_since": "\(absence.absentSince.rfc3339)"])
    }

    private func noteDeparture() async {
        do {
            try await database.callOne(NoteDeparture(serverName: serverName))
        } catch {
            // The database is away. The server counts as present for a few minutes.
            await logger.log("The departure could not be noted", hinderedBy: error, in: database)
        }
    }

    private func countCoverage() async {
        do {
            let found = try await database.callOne(CountCoverage())
            let windows = [
                ("1h", found.withinHour), ("24h", found.withinDay), ("7d", found.withinWeek),
            ]
            for (window, confirmed) in windows {
                // Without app users, all are confirmed.
                let share = found.appUsers == 0 ? 1 : Double(confirmed) / Double(found.appUsers)
                Gauge(label: "hearth_coverage_ratio", dimensions: [("within", window)])
                    .record(share)
            }
            let coverages = [
                ("known_ids", found.knownIDsTenants), ("whole_project", found.wholeProjectTenants),
            ]
            for (covers, tenants) in coverages {
                Gauge(label: "hearth_run_coverage_tenants", dimensions: [("covers", covers)])
                    .record(tenants)
            }
        } catch {
            await logger.log("Coverage could not be counted", hinderedBy: error, in: database)
        }
    }
}
