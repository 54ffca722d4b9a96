package import EntitlementsDatabase
package import Logging
import Metrics
import ServiceLifecycle

/// Stores anew the answers that cannot be used as they are, so that lookups are fast again.
///
/// No lookup waits for it: what is not stored is derived. Any number of these may run, in any
/// number of processes: each takes the answers that no other holds.
package struct AnswerRefresher: Service {
    package static let intervalSeconds = 5

    /// Few enough for a fraction of a second, so that no change waits long for its answers.
    package static let maximumAnswersAtOnce: Int32 = 500

    private let database: Database
    private let logger: Logger

    package init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    package func run() async throws {
        await comeRound(everySeconds: Self.intervalSeconds) { await refreshDueAnswers() }
    }

    /// Goes on until nothing is due.
    package func refreshDueAnswers() async {
        do {
            var found = Int64(Self.maximumAnswersAtOnce)
            while !Task.isCancelled, found >= Self.maximumAnswersAtOnce {
                found = try await database.callOne(
                    RefreshDueAnswers(maximum: Self.maximumAnswersAtOnce)
                ).lookedAt
                Counter(label: "hearth_answers_refreshed_total").increment(by: found)
            }
        } catch {
            // The database is away or busy. What is due stays due.
            logger.warning("Answers could not be refreshed", error: error)
        }
    }
}
