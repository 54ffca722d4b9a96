import Entitlements
package import EntitlementsDatabase
package import Logging
import Metrics
import ServiceLifecycle

/// Starts the scheduled runs.
///
/// - Regularly, a run over the app users at risk.
/// - If no webhook could be received for longer than RevenueCat retries, a run over all.
package struct ReconcileScheduler: Service {
    package static let intervalSeconds = 60

    private let database: Database
    private let logger: Logger

    package init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    package func run() async throws {
        await every(seconds: Self.intervalSeconds) {
            await startRuns()
            await countCoverage()
        }
    }

    package func startRuns() async {
        do {
            if let absence = try await database.call(NotePresence()).first {
                logger.notice(
                    "Webhooks were not received for too long: a run takes all snapshots",
                    metadata: ["absent_since": "\(absence.absentSince.rfc3339)"])
            }
            while !Task.isCancelled, let due = try await database.call(ClaimSchedule()).first {
                guard let run = try await database.call(StartDueRun(), in: due.tenantID).first
                else { continue }
                logger.info(
                    "A run was started",
                    metadata: [
                        "tenant_id": "\(due.tenantID)", "run_id": "\(run.runID)",
                        "origin": "\(run.origin)",
                    ])
            }
        } catch {
            // The database is away or busy. The next round tries again.
            logger.log("Runs could not be started", hinderedBy: error)
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
            logger.log("Coverage could not be counted", hinderedBy: error)
        }
    }
}
