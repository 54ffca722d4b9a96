package import EntitlementsDatabase
package import Logging
import Metrics
import ServiceLifecycle

/// Refreshes stored answers that are out of date, so that lookups are fast again.
///
/// No lookup waits for it: a lookup derives an answer that is not stored. Any number may run, in
/// any number of processes: each skips answers that another has locked.
package struct AnswerRefresher: Service {
    /// What the clock changes is in the change log within two seconds.
    package static let intervalSeconds = 1

    /// Takes a fraction of a second, so no change waits long for the locks on its answers.
    package static let maximumAnswersAtOnce: Int32 = 500

    private let database: Database
    private let logger: Logger

    package init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    package func run() async throws {
        await every(seconds: Self.intervalSeconds) { await refreshDueAnswers() }
    }

    /// Works until no answer is due.
    package func refreshDueAnswers() async {
        do {
            var found = Int64(Self.maximumAnswersAtOnce)
            while !Task.isCancelled, found >= Self.maximumAnswersAtOnce {
                found = try await database.callOne(
                    RefreshDueAnswers(maximum: Self.maximumAnswersAtOnce)
                ).lookedAt
                Counter(label: "hearth_answers_refreshed_total").increment(by: found)
                if found > 0 { database.writes.signal() }
            }
        } catch {
            // The database is away or busy. Due answers stay due.
            await logger.log("Answers could not be refreshed", hinderedBy: error, in: database)
        }
    }
}
