package import Entitlements
package import Postgres

/// Ends a household for all its members at once.
///
/// Fails with `household_not_found`.
package struct DissolveHousehold: TenantCall {
    package static let function = "dissolve_household"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("household_id", \.householdID),
        Parameter("as_of", \.asOf),
    ]

    package typealias Row = Void

    package let householdID: HouseholdID
    package let asOf: Timestamp?

    package init(householdID: HouseholdID, asOf: Timestamp? = nil) {
        self.householdID = householdID
        self.asOf = asOf
    }
}
