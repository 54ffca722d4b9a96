package import Entitlements
package import Postgres

/// Returns every feature of the tenant: whether an app user may use it, and what unlocks it.
package struct GetFeatures: AnswerCall {
    package static let function = "get_features"
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
