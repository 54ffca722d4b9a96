import EntitlementsDatabase
import Logging
import Metrics

extension Duty {
    /// Compares the members of households with their seats, when the seats may have become fewer.
    ///
    /// A household is leased to one server, and is due again when the lease ends. Notice of lost
    /// seats is in days, so half a minute does not matter.
    package static let households = Duty(
        seconds: 30, hindrance: "Households could not be reviewed"
    ) { database in
        while !Task.isCancelled,
            let due = try await database.call(
                ClaimHouseholdReview(leaseSeconds: householdLeaseSeconds)
            ).first
        {
            let review = try await database.callOne(
                ReviewHousehold(householdID: due.householdID), in: due.tenantID)
            Counter(label: "hearth_household_members_downgraded_total")
                .increment(by: Int64(review.downgraded))
        }
    }

    /// Long enough for one call with all its waits; another worker takes over within a minute.
    package static let householdLeaseSeconds: Int32 = 30
}
