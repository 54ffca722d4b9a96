package import Entitlements
package import Postgres

/// Ends an app user's membership, because they `left` or were `removed`.
///
/// Fails with `household_not_found`, `household_member_not_found` or `owner_must_transfer`.
package struct RemoveHouseholdMember: TenantCall {
    package static let function = "remove_household_member"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("household_id", \.householdID),
        Parameter("app_user_id", \.appUserID),
        Parameter("because", \.because),
        Parameter("as_of", \.asOf),
    ]

    package typealias Row = Void

    package let householdID: HouseholdID
    package let appUserID: AppUserID
    package let because: String
    package let asOf: Timestamp?

    package init(
        householdID: HouseholdID, appUserID: AppUserID, because: String, asOf: Timestamp? = nil
    ) {
        self.householdID = householdID
        self.appUserID = appUserID
        self.because = because
        self.asOf = asOf
    }
}
