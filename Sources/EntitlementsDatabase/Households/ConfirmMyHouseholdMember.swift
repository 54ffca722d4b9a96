package import Entitlements
package import Postgres

/// Confirms an app user who waits to join the household that the end user owns.
///
/// Fails with `household_not_found`, `not_household_owner`, `household_member_not_found`,
/// `already_in_household`, `cooldown` or `household_full`.
package struct ConfirmMyHouseholdMember: AnswerCall {
    package static let function = "confirm_my_household_member"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("member_app_user_id", \.memberAppUserID),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let memberAppUserID: AppUserID
    package let asOf: Timestamp?

    package init(appUserID: AppUserID, memberAppUserID: AppUserID, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.memberAppUserID = memberAppUserID
        self.asOf = asOf
    }
}
