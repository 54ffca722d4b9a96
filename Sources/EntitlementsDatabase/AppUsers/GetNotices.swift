package import Entitlements
package import Postgres

/// Returns the notices that an app should show an app user, without those they dismissed.
package struct GetNotices: AnswerCall {
    package static let function = "get_notices"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let environment: String
    package let asOf: Timestamp?

    package init(appUserID: AppUserID, environment: String, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.environment = environment
        self.asOf = asOf
    }
}
