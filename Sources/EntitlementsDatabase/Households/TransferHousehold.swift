package import Entitlements
package import Postgres

/// Makes another member the owner of a household.
///
/// Fails with `household_not_found`, `household_dissolved` or `household_member_not_found`.
package struct TransferHousehold: AnswerCall {
    package static let function = "transfer_household"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("household_id", \.householdID),
        Parameter("app_user_id", \.appUserID),
        Parameter("as_of", \.asOf),
    ]

    package let householdID: HouseholdID
    package let appUserID: AppUserID
    package let asOf: Timestamp?

    package init(householdID: HouseholdID, appUserID: AppUserID, asOf: Timestamp? = nil) {
        self.householdID = householdID
        self.appUserID = appUserID
        self.asOf = asOf
    }
}
