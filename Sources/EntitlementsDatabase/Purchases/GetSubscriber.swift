package import Entitlements
package import Postgres

/// Returns an app user as RevenueCat's v1 returns a subscriber, with the household's access.
package struct GetSubscriber: AnswerCall {
    package static let function = "get_subscriber"
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
