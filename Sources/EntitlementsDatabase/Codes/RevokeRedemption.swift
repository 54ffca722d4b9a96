package import Entitlements
package import FoundationEssentials
package import Postgres

/// Takes back what one redemption gave.
///
/// Fails with `redemption_not_found`.
package struct RevokeRedemption: AnswerCall {
    package static let function = "revoke_redemption"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("redemption_id", \.redemptionID),
        Parameter("actor", \.actor),
        Parameter("reason", \.reason),
        Parameter("as_of", \.asOf),
    ]

    package let redemptionID: UUID
    package let actor: String
    package let reason: String
    package let asOf: Timestamp?

    package init(redemptionID: UUID, actor: String, reason: String, asOf: Timestamp? = nil) {
        self.redemptionID = redemptionID
        self.actor = actor
        self.reason = reason
        self.asOf = asOf
    }
}
