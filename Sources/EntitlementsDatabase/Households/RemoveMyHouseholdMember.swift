package import Entitlements
package import Postgres

/// Removes a member from the household that the end user owns.
///
/// Fails with `household_not_found`, `not_household_owner`, `household_member_not_found` or
/// `owner_must_transfer`.
package struct RemoveMyHouseholdMember: TenantCall {
    package static let function = "remove_my_household_member"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("member_app_user_id", \.memberAppUserID),
        Parameter("as_of", \.asOf),
    ]

    package typealias Row = Void

    package let appUserID: AppUserID
    package let memberAppUserID: AppUserID
    package let asOf: Timestamp?

    package init(appUserID: AppUserID, memberAppUserID: AppUserID, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.memberAppUserID = memberAppUserID
        self.asOf = asOf
    }
}
