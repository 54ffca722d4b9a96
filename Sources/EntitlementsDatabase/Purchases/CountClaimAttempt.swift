package import Entitlements
package import Postgres

/// Counts a claim attempt, for the app user and for the tenant.
///
/// Fails with `too_many_attempts`.
package struct CountClaimAttempt: TenantCall {
    package static let function = "count_claim_attempt"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("as_of", \.asOf),
    ]

    package typealias Row = Void

    package let appUserID: AppUserID
    package let asOf: Timestamp?

    package init(appUserID: AppUserID, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.asOf = asOf
    }
}
