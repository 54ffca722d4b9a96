package import EntitlementsDatabase
package import Logging
import Metrics
import ServiceLifecycle

/// Runs periodic maintenance.
///
/// - counts violated invariants and findings;
/// - deletes expired answers, rows of runs, proofs, reservations, uses, changes, logged notices and
///   deliveries;
/// - erases app users from stored webhook events.
package struct Upkeep: Service {
    package static let intervalSeconds = 300

    /// How long a caller may repeat a request under its Idempotency-Key.
    package static let answersKeptHours: Int32 = 48

    package static let maximumAnswersPrunedAtOnce: Int32 = 10_000

    /// How long the app users of a finished run are kept.
    package static let runAppUsersKeptDays: Int32 = 30

    package static let maximumRunAppUsersPrunedAtOnce: Int32 = 20_000

    package static let maximumProofsPrunedAtOnce: Int32 = 10_000

    /// How long reservations, and usage with a reference, are kept: longer than any period.
    package static let reservationsKeptDays: Int32 = 400

    package static let maximumReservationsPrunedAtOnce: Int32 = 10_000

    /// How long each use of a limit is kept: longer than any window.
    package static let usesKeptDays: Int32 = 400

    package static let maximumUsesPrunedAtOnce: Int32 = 10_000

    package static let maximumChangesPrunedAtOnce: Int32 = 10_000

    package static let maximumNoticesPrunedAtOnce: Int32 = 10_000

    package static let maximumDeliveriesPrunedAtOnce: Int32 = 10_000

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

    package func upkeep() async {
        do {
            let found = try await database.callOne(CountInvariantViolations())
            Gauge(label: "hearth_invariant_violations").record(found.violations)
            if found.violations > 0 {
                logger.critical(
                    "Invariants are violated", metadata: ["violations": "\(found.violations)"])
            }
            for row in try await database.call(CountFindings()) {
                Gauge(
                    label: "hearth_findings",
                    dimensions: [("tenant", row.tenantSlug), ("kind", row.kind)]
                ).record(row.findings)
            }
            _ = try await database.callOne(
                PruneIdempotentAnswers(
                    keepHours: Self.answersKeptHours, maximum: Self.maximumAnswersPrunedAtOnce))
            _ = try await database.callOne(
                PruneRuns(
                    keepDays: Self.runAppUsersKeptDays, maximum: Self.maximumRunAppUsersPrunedAtOnce
                ))
            _ = try await database.callOne(
                PruneProofs(maximum: Self.maximumProofsPrunedAtOnce))
            _ = try await database.callOne(
                PruneReservations(
                    keepDays: Self.reservationsKeptDays,
                    maximum: Self.maximumReservationsPrunedAtOnce))
            let prune = PruneUses(
                keepDays: Self.usesKeptDays, maximum: Self.maximumUsesPrunedAtOnce)
            while try await database.callOne(prune).pruned == Int64(prune.maximum) {}
            let pruneChanges = PruneChanges(maximum: Self.maximumChangesPrunedAtOnce)
            while try await database.callOne(pruneChanges).pruned == Int64(pruneChanges.maximum) {}
            let pruneNotices = PruneNotices(maximum: Self.maximumNoticesPrunedAtOnce)
            while try await database.callOne(pruneNotices).pruned == Int64(pruneNotices.maximum) {}
            let pruneDeliveries = PruneDeliveries(maximum: Self.maximumDeliveriesPrunedAtOnce)
            while try await database.callOne(pruneDeliveries).pruned
                == Int64(pruneDeliveries.maximum)
            {}
            let erase = EraseWebhookEvents(maximum: Self.maximumEventsErasedAtOnce)
            while try await !database.callOne(erase).isDone {}
        } catch {
            await logger.log("Upkeep could not be done", hinderedBy: error, in: database)
        }
    }
}
