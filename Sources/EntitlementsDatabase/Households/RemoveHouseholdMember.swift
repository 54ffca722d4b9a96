package import Entitlements
package import FoundationEssentials
package import Postgres

/// Ends an app user's membership, because they `left` or were `removed`.
///
/// Fails with `household_not_found`, `household_member_not_found` or `owner_must_transfer`.
package struct RemoveHouseholdMember: TenantCall {
    package static let function = "remove_household_member"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("household_id", .uuid),
        Parameter("app_user_id", .text),
        Parameter("because", .text),
        Parameter("as_of", .timestamptz),
    ]

    package typealias Row = Void

    package let householdID: UUID
    package let appUserID: String
    package let because: String
    package let asOf: Timestamp?

    package init(householdID: UUID, appUserID: String, because: String, asOf: Timestamp? = nil) {
        self.householdID = householdID
        self.appUserID = appUserID
        self.because = because
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(householdID)
        try arguments.append(appUserID)
        try arguments.append(because)
        try arguments.append(asOf)
    }
}
