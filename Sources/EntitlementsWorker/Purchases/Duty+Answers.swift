import EntitlementsDatabase
import Logging
import Metrics

extension Duty {
    /// Refreshes stored answers that are out of date, so that lookups are fast again.
    ///
    /// No lookup waits for it: a lookup derives an answer that is not stored. What the clock
    /// changes is in the change log within two seconds. Each server skips answers that another has
    /// locked.
    package static let answers = Duty(
        seconds: 1, hindrance: "Answers could not be refreshed"
    ) { database in
        var found = Int64(maximumAnswersAtOnce)
        while !Task.isCancelled, found >= maximumAnswersAtOnce {
            found = try await database.callOne(
                RefreshDueAnswers(maximum: maximumAnswersAtOnce)
            ).lookedAt
            Counter(label: "hearth_answers_refreshed_total").increment(by: found)
            if found > 0 { database.writes.signal() }
        }
    }

    /// Takes a fraction of a second, so no change waits long for the locks on its answers.
    package static let maximumAnswersAtOnce: Int32 = 500
}
