package import Entitlements
package import Postgres

/// Ends the end user's membership of their household, if they are in one.
///
/// Fails with `owner_must_transfer`.
package struct LeaveMyHousehold: TenantCall {
    package static let function = "leave_my_household"
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
