package import Entitlements
package import Postgres

/// Returns an app user, their ids and their purchases, as the JSON of the contract.
///
/// No row: the id is unknown.
package struct GetAppUser: AnswerCall {
    package static let function = "get_app_user"
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
