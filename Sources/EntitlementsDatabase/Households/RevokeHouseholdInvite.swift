package import Entitlements
package import FoundationEssentials
package import Postgres

/// Revokes an invite.
///
/// Fails with `household_not_found` or `invite_not_found`.
package struct RevokeHouseholdInvite: TenantCall {
    package static let function = "revoke_household_invite"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("household_id", \.householdID),
        Parameter("invite_id", \.inviteID),
        Parameter("as_of", \.asOf),
    ]

    package typealias Row = Void

    package let householdID: HouseholdID
    package let inviteID: UUID
    package let asOf: Timestamp?

    package init(householdID: HouseholdID, inviteID: UUID, asOf: Timestamp? = nil) {
        self.householdID = householdID
        self.inviteID = inviteID
        self.asOf = asOf
    }
}
