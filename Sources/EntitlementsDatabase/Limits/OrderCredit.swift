package import Entitlements
package import Postgres

/// Records the reference for which a credit is about to be bought.
///
/// Fails with `credit_not_in_catalog`.
package struct OrderCredit: AnswerCall {
    package static let function = "order_credit"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("credit_id", \.creditID),
        Parameter("reference", \.reference),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let creditID: String
    package let reference: String
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, creditID: String, reference: String, environment: String,
        asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.creditID = creditID
        self.reference = reference
        self.environment = environment
        self.asOf = asOf
    }
}
