package import Entitlements
package import FoundationEssentials
package import Postgres

/// Makes another member the owner of a household.
///
/// Fails with `household_not_found`, `household_dissolved` or `household_member_not_found`.
package struct TransferHousehold: AnswerCall {
    package static let function = "transfer_household"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("household_id", .uuid),
        Parameter("app_user_id", .text),
        Parameter("as_of", .timestamptz),
    ]

    package let householdID: UUID
    package let appUserID: String
    package let asOf: Timestamp?

    package init(householdID: UUID, appUserID: String, asOf: Timestamp? = nil) {
        self.householdID = householdID
        self.appUserID = appUserID
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(householdID)
        try arguments.append(appUserID)
        try arguments.append(asOf)
    }
}
