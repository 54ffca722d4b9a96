import EntitlementsDatabase
import Logging
import Metrics

extension Duty {
    /// Gives the rewards of referrals when their days are over, and takes back what no longer
    /// stands.
    ///
    /// The rewards are counted in days, so half a minute does not matter.
    package static let referrals = Duty(
        seconds: 30, hindrance: "Referrals could not be reviewed"
    ) { database in
        var found: Int64 = 1
        while !Task.isCancelled, found > 0 {
            found = try await database.callOne(
                ReviewDueReferrals(maximum: maximumReferralsAtOnce)
            ).lookedAt
            Counter(label: "hearth_referrals_reviewed_total").increment(by: found)
        }
    }

    /// Takes a fraction of a second, so that locks are short.
    package static let maximumReferralsAtOnce: Int32 = 50
}
