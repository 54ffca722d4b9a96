package import Entitlements
package import Postgres

/// Returns the household that an app user is in at a moment.
///
/// No row: they are in none.
package struct GetAppUserHousehold: AnswerCall {
    package static let function = "get_app_user_household"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let asOf: Timestamp?

    package init(appUserID: AppUserID, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.asOf = asOf
    }
}
