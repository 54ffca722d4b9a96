package import Entitlements
package import Postgres

/// Makes another member the owner of the household that the end user owns.
///
/// Fails with `household_not_found`, `not_household_owner` or `household_member_not_found`.
package struct TransferMyHousehold: AnswerCall {
    package static let function = "transfer_my_household"
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
