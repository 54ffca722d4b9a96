package import EntitlementsDatabase
package import Logging
import Metrics
import ServiceLifecycle

/// Gives the rewards of referrals when their days are over, and takes back what no longer stands.
///
/// Any number may run, in any number of processes: the database decides under the locks of both
/// sides.
package struct ReferralReviewer: Service {
    /// The rewards are counted in days, so half a minute does not matter.
    package static let intervalSeconds = 30

    /// Takes a fraction of a second, so that locks are short.
    package static let maximumReferralsAtOnce: Int32 = 50

    private let database: Database
    private let logger: Logger

    package init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    package func run() async throws {
        await every(seconds: Self.intervalSeconds) { await reviewDueReferrals() }
    }

    /// Works until no referral is due.
    package func reviewDueReferrals() async {
        do {
            var found: Int64 = 1
            while !Task.isCancelled, found > 0 {
                found = try await database.callOne(
                    ReviewDueReferrals(maximum: Self.maximumReferralsAtOnce)
                ).lookedAt
                Counter(label: "hearth_referrals_reviewed_total").increment(by: found)
            }
        } catch {
            // The database is away or busy. Due referrals stay due.
            await logger.log("Referrals could not be reviewed", hinderedBy: error, in: database)
        }
    }
}
