package import Entitlements
package import Postgres

/// Cancels an order of a credit.
///
/// Fails with `credit_order_not_found` or `credit_order_settled`.
package struct CancelCreditOrder: AnswerCall {
    package static let function = "cancel_credit_order"
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
