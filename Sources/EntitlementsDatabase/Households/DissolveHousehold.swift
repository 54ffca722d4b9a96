package import Entitlements
package import FoundationEssentials
package import Postgres

/// Ends a household for all its members at once.
///
/// Fails with `household_not_found`.
package struct DissolveHousehold: TenantCall {
    package static let function = "dissolve_household"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("household_id", .uuid),
        Parameter("as_of", .timestamptz),
    ]

    package typealias Row = Void

    package let householdID: UUID
    package let asOf: Timestamp?

    package init(householdID: UUID, asOf: Timestamp? = nil) {
        self.householdID = householdID
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(householdID)
        try arguments.append(asOf)
    }
}
