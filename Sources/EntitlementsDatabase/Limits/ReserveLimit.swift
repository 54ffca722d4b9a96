package import Entitlements
package import Postgres

/// Sets a part of a limit aside for a person until it is confirmed, released or too old.
///
/// Fails with `limit_not_in_catalog`, `limit_reached` or `reference_reused`.
package struct ReserveLimit: AnswerCall {
    package static let function = "reserve_limit"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("limit_id", .text),
        Parameter("amount", .int4),
        Parameter("reference", .text),
        Parameter("expires_in_seconds", .int4),
        Parameter("environment", .text),
        Parameter("as_of", .timestamptz),
    ]

    package let appUserID: String
    package let limitID: String
    package let amount: Int32
    package let reference: String?
    package let expiresInSeconds: Int32
    package let environment: String
    package let asOf: Timestamp?

    package init(
        appUserID: String, limitID: String, amount: Int32, reference: String?,
        expiresInSeconds: Int32, environment: String, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.limitID = limitID
        self.amount = amount
        self.reference = reference
        self.expiresInSeconds = expiresInSeconds
        self.environment = environment
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(limitID)
        try arguments.append(amount)
        try arguments.append(reference)
        try arguments.append(expiresInSeconds)
        try arguments.append(environment)
        try arguments.append(asOf)
    }
}
