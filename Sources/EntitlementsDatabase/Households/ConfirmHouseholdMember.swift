package import Entitlements
package import Postgres

/// Makes a member of an app user who redeemed an invite and waits for the owner's confirmation.
///
/// Fails with `household_not_found`, `household_member_not_found`, `household_dissolved`,
/// `already_in_household`, `cooldown` or `household_full`.
package struct ConfirmHouseholdMember: AnswerCall {
    package static let function = "confirm_household_member"
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
