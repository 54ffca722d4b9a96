package import Entitlements
package import Postgres

/// Returns all that a start screen shows an end user, also one that Hearth has never seen.
package struct GetMe: AnswerCall {
    package static let function = "get_me"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("is_anonymous", \.isAnonymous),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    /// Whether the token says that they have not signed up.
    package let isAnonymous: Bool
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, isAnonymous: Bool, environment: String, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.isAnonymous = isAnonymous
        self.environment = environment
        self.asOf = asOf
    }
}
