package import Entitlements
package import FoundationEssentials
package import Postgres

/// Makes a member of an app user who redeemed an invite and waits for the owner's confirmation.
///
/// Fails with `household_not_found`, `household_member_not_found`, `household_dissolved`,
/// `already_in_household`, `cooldown` or `household_full`.
package struct ConfirmHouseholdMember: AnswerCall {
    package static let function = "confirm_household_member"
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
