package import EntitlementsDatabase
package import Logging
import Metrics
import ServiceLifecycle

/// Runs periodic maintenance.
///
/// - counts violated invariants, findings and active purchases, and measures the database and, once
///   a day, its tables;
/// - deletes expired answers, rows of runs, proofs, reservations, uses, changes, logged notices and
///   deliveries, old runs with their drift, and the bodies of old events;
/// - erases app users from stored webhook events.
package struct Upkeep: Service {
    package static let intervalSeconds = 300

    /// How long a caller may repeat a request under its Idempotency-Key.
    package static let answersKeptHours: Int32 = 48

    /// How long the app users of a finished run are kept.
    package static let runAppUsersKeptDays: Int32 = 30

    /// How long reservations, and usage with a reference, are kept: longer than any period.
    package static let reservationsKeptDays: Int32 = 400

    /// How long each use of a limit is kept: longer than any window.
    package static let usesKeptDays: Int32 = 400

    package static let maximumRowsPrunedAtOnce: Int32 = 10_000

    /// The question which tables hold rows that upkeep should have deleted.
    package static let overdue = ListOverdueTables(
        answersKeptHours: answersKeptHours, runsKeptDays: runAppUsersKeptDays,
        reservationsKeptDays: reservationsKeptDays, usesKeptDays: usesKeptDays)

    /// Each event is searched for the ids of erased app users.
    package static let maximumEventsErasedAtOnce: Int32 = 2_000

    private let database: Database
    private let logger: Logger

    package init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    package func run() async throws {
        await every(seconds: Self.intervalSeconds) { await upkeep() }
    }

    /// Does each part, also if another fails; the first failure is logged.
    package func upkeep() async {
        var failure: (any Error)?
        func attempt(_ part: () async throws -> Void) async {
            do { try await part() } catch { failure = failure ?? error }
        }
        await attempt(countViolations)
        await attempt(countFindings)
        await attempt(measureDatabase)
        await attempt(measureClockSkew)
        await attempt(countActive)
        await attempt { try await database.prune(pruning) }
        await attempt {
            let erase = EraseWebhookEvents(maximum: Self.maximumEventsErasedAtOnce)
            while try await !database.callOne(erase).isDone {}
        }
        if let failure {
            await logger.log("Upkeep could not be done", hinderedBy: failure, in: database)
        }
    }

    private func countViolations() async throws {
        let found = try await database.callOne(CountInvariantViolations())
        Gauge(label: "hearth_invariant_violations").record(found.violations)
        if found.violations > 0 {
            logger.critical(
                "Invariants are violated", metadata: ["violations": "\(found.violations)"])
        }
    }

    private func countFindings() async throws {
        for row in try await database.call(CountFindings()) {
            Gauge(
                label: "hearth_findings",
                dimensions: [("tenant", row.tenantSlug), ("kind", row.kind)]
            ).record(row.findings)
        }
    }

    private func measureDatabase() async throws {
        _ = try await database.call(NoteSizes())
        guard let bytes = try await database.callOne(GetDatabaseSize()).bytes else { return }
        Gauge(label: "hearth_database_bytes").record(bytes)
    }

    /// How far RevenueCat's clock is ahead, by the times of its events and answers.
    private func measureClockSkew() async throws {
        let skew = try await database.callOne(MeasureClockSkew())
        for (source, seconds) in [("events", skew.events), ("answers", skew.answers)] {
            guard let seconds else { continue }
            Gauge(label: "hearth_revenuecat_clock_seconds", dimensions: [("source", source)])
                .record(seconds)
        }
    }

    private func countActive() async throws {
        for row in try await database.call(CountActive()) {
            Gauge(
                label: "hearth_purchases_active",
                dimensions: [("tenant", row.tenantSlug), ("kind", row.kind)]
            ).record(row.active)
        }
    }

    private var pruning: Prune {
        Prune(
            answersKeptHours: Self.answersKeptHours, runsKeptDays: Self.runAppUsersKeptDays,
            reservationsKeptDays: Self.reservationsKeptDays, usesKeptDays: Self.usesKeptDays,
            maximum: Self.maximumRowsPrunedAtOnce)
    }
}
