package import Entitlements
package import Postgres

/// Creates an invite to the household that the end user owns.
///
/// Fails with `household_not_found`, `not_household_owner`, `household_full`,
/// `idempotency_key_in_use` or `idempotency_key_reused`. Both digests are SHA-256, 32 bytes.
package struct CreateMyHouseholdInvite: RepeatableCall {
    package static let function = "create_my_household_invite"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("code_digest", \.codeDigest),
        Parameter("idempotency_key", \.idempotencyKey),
        Parameter("request_digest", \.requestDigest),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let codeDigest: [UInt8]
    package let idempotencyKey: String?
    package let requestDigest: [UInt8]?
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, codeDigest: [UInt8], idempotencyKey: String?, requestDigest: [UInt8]?,
        asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.codeDigest = codeDigest
        self.idempotencyKey = idempotencyKey
        self.requestDigest = requestDigest
        self.asOf = asOf
    }
}
