package import Entitlements
package import FoundationEssentials
package import Postgres

/// Revokes an invite to the household that the end user owns.
///
/// Fails with `household_not_found`, `not_household_owner` or `invite_not_found`.
package struct RevokeMyHouseholdInvite: TenantCall {
    package static let function = "revoke_my_household_invite"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("invite_id", \.inviteID),
        Parameter("as_of", \.asOf),
    ]

    package typealias Row = Void

    package let appUserID: AppUserID
    package let inviteID: UUID
    package let asOf: Timestamp?

    package init(appUserID: AppUserID, inviteID: UUID, asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.inviteID = inviteID
        self.asOf = asOf
    }
}
