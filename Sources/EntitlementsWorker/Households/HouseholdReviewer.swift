package import EntitlementsDatabase
package import Logging
import Metrics
import ServiceLifecycle

/// Compares the members of households with their seats, when the seats may have become fewer.
///
/// Any number may run, in any number of processes: a household is leased to one of them. The
/// database decides when a household is due and what happens to members without a seat.
package struct HouseholdReviewer: Service {
    /// Long enough for one call with all its waits; another worker takes over within a minute.
    package static let leaseSeconds: Int32 = 30

    /// Notice of lost seats is in days, so half a minute does not matter.
    package static let intervalSeconds = 30

    private let database: Database
    private let logger: Logger

    package init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    package func run() async throws {
        await every(seconds: Self.intervalSeconds) { await reviewDueHouseholds() }
    }

    /// Reviews each due household once.
    package func reviewDueHouseholds() async {
        do {
            while !Task.isCancelled,
                let due = try await database.call(
                    ClaimHouseholdReview(leaseSeconds: Self.leaseSeconds)
                ).first
            {
                let review = try await database.callOne(
                    ReviewHousehold(householdID: due.householdID), in: due.tenantID)
                Counter(label: "hearth_household_members_downgraded_total")
                    .increment(by: Int64(review.downgraded))
            }
        } catch {
            // The database is away or busy. The household is due again when its lease ends.
            await logger.log("Households could not be reviewed", hinderedBy: error, in: database)
        }
    }
}
