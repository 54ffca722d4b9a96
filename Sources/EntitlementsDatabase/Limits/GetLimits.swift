package import Entitlements
package import Postgres

/// Returns an app user's usage of every limit in the catalog, as the JSON of the contract.
package struct GetLimits: AnswerCall {
    package static let function = "get_limits"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("amount", \.amount),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    /// The amount that `next_available_at` is about.
    package let amount: Int32
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, amount: Int32 = 1, environment: String, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.amount = amount
        self.environment = environment
        self.asOf = asOf
    }
}
