package import Entitlements
package import Postgres

/// Records the reference for which a credit is about to be bought.
///
/// Fails with `credit_not_in_catalog`.
package struct OrderCredit: AnswerCall {
    package static let function = "order_credit"
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
