package import Entitlements
package import Postgres

/// Returns the end user's current household, with its invites if they own it.
///
/// No row: they are in none.
package struct GetMyHousehold: AnswerCall {
    package static let function = "get_my_household"
    package static let parameters: [Parameter<Self>] = [Parameter("app_user_id", \.appUserID)]

    package let appUserID: AppUserID

    package init(appUserID: AppUserID) {
        self.appUserID = appUserID
    }
}
