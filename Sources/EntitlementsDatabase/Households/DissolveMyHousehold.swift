package import Entitlements
package import Postgres

/// Ends the household that the end user owns, for all its members at once.
///
/// Fails with `not_household_owner`.
package struct DissolveMyHousehold: TenantCall {
    package static let function = "dissolve_my_household"
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
