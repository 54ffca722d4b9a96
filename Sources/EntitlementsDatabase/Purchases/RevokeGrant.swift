package import Entitlements
package import FoundationEssentials
package import Postgres

/// Revokes a grant of an app user: its access ends.
///
/// Fails with `grant_not_found`.
package struct RevokeGrant: AnswerCall {
    package static let function = "revoke_grant"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("grant_id", \.grantID),
        Parameter("actor", \.actor),
        Parameter("reason", \.reason),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let grantID: UUID
    package let actor: String
    package let reason: String
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, grantID: UUID, actor: String, reason: String, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.grantID = grantID
        self.actor = actor
        self.reason = reason
        self.asOf = asOf
    }
}
