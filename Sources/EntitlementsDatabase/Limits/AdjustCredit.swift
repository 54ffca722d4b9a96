package import Entitlements
package import Postgres

/// Gives an app user credits, or takes some, once for each reference.
///
/// Fails with `credit_not_in_catalog`, `not_enough_credits` or `reference_reused`.
package struct AdjustCredit: AnswerCall {
    package static let function = "adjust_credit"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("credit_id", \.creditID),
        Parameter("amount", \.amount),
        Parameter("reference", \.reference),
        Parameter("reason", \.reason),
        Parameter("actor", \.actor),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let creditID: String
    /// Above zero it is given, below zero it is taken.
    package let amount: Int32
    package let reference: String
    package let reason: String
    package let actor: String
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, creditID: String, amount: Int32, reference: String, reason: String,
        actor: String, environment: String, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.creditID = creditID
        self.amount = amount
        self.reference = reference
        self.reason = reason
        self.actor = actor
        self.environment = environment
        self.asOf = asOf
    }
}
