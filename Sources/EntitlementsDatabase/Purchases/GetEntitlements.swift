package import Entitlements
package import Postgres

/// Returns every entitlement that an app user has or had, as the JSON of the contract.
///
/// `answer` is an object with `plan`, `subscription_status`, `entitlements` and `next_change_at`.
package struct GetEntitlements: AnswerCall {
    package static let function = "get_entitlements"
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
