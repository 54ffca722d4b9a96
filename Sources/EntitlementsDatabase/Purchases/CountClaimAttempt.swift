package import Entitlements
package import Postgres

/// Counts a claim attempt, for the app user and for the tenant.
///
/// Fails with `too_many_attempts`.
package struct CountClaimAttempt: TenantCall {
    package static let function = "count_claim_attempt"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("as_of", .timestamptz),
    ]

    package typealias Row = Void

    package let appUserID: String
    package let asOf: Timestamp?

    package init(appUserID: String, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(asOf)
    }
}
