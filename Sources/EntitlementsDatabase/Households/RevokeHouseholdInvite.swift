package import Entitlements
package import FoundationEssentials
package import Postgres

/// Revokes an invite.
///
/// Fails with `household_not_found` or `invite_not_found`.
package struct RevokeHouseholdInvite: TenantCall {
    package static let function = "revoke_household_invite"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("household_id", .uuid),
        Parameter("invite_id", .uuid),
        Parameter("as_of", .timestamptz),
    ]

    package typealias Row = Void

    package let householdID: UUID
    package let inviteID: UUID
    package let asOf: Timestamp?

    package init(householdID: UUID, inviteID: UUID, asOf: Timestamp? = nil) {
        self.householdID = householdID
        self.inviteID = inviteID
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(householdID)
        try arguments.append(inviteID)
        try arguments.append(asOf)
    }
}
