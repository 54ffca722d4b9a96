package import Entitlements
package import Postgres

/// Spends a person's credits on something that has a name, once.
///
/// Fails with `credit_not_in_catalog`, `not_enough_credits` or `reference_reused`.
package struct SpendCredit: AnswerCall {
    package static let function = "spend_credit"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("credit_id", .text),
        Parameter("amount", .int4),
        Parameter("reference", .text),
        Parameter("environment", .text),
        Parameter("as_of", .timestamptz),
    ]

    package let appUserID: String
    package let creditID: String
    package let amount: Int32
    package let reference: String
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: String, creditID: String, amount: Int32, reference: String,
        environment: String, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.creditID = creditID
        self.amount = amount
        self.reference = reference
        self.environment = environment
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(creditID)
        try arguments.append(amount)
        try arguments.append(reference)
        try arguments.append(environment)
        try arguments.append(asOf)
    }
}
