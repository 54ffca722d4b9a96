package import Entitlements
package import Postgres

/// Cancels an order of a credit.
///
/// Fails with `credit_order_not_found` or `credit_order_settled`.
package struct CancelCreditOrder: AnswerCall {
    package static let function = "cancel_credit_order"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("credit_id", .text),
        Parameter("reference", .text),
        Parameter("environment", .text),
        Parameter("as_of", .timestamptz),
    ]

    package let appUserID: String
    package let creditID: String
    package let reference: String
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: String, creditID: String, reference: String, environment: String,
        asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.creditID = creditID
        self.reference = reference
        self.environment = environment
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(creditID)
        try arguments.append(reference)
        try arguments.append(environment)
        try arguments.append(asOf)
    }
}
