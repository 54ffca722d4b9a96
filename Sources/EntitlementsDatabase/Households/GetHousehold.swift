package import Entitlements
package import Postgres

/// Returns a household: members, seats, open invites and what each member shares.
///
/// No row: the tenant has no such household at that moment.
package struct GetHousehold: AnswerCall {
    package static let function = "get_household"
    package static let parameters: [Parameter<Self>] = [
        Parameter("household_id", \.householdID),
        Parameter("as_of", \.asOf),
    ]

    package let householdID: HouseholdID
    package let asOf: Timestamp?

    package init(householdID: HouseholdID, asOf: Timestamp? = nil) {
        self.householdID = householdID
        self.asOf = asOf
    }
}
