package import Entitlements
package import Postgres

/// Redeems a code by the SHA-256 of its spelling, 32 bytes.
///
/// Fails with `code_expired`, `code_used_up`, `code_not_for_you`, `too_many_code_attempts` or
/// `idempotency_key_reused`.
package struct RedeemCode: GuessableCall {
    package static let function = "redeem_code"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("code_digest", \.codeDigest),
        Parameter("idempotency_key", \.idempotencyKey),
        Parameter("actor", \.actor),
        Parameter("issuer", \.issuer),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let codeDigest: [UInt8]
    package let idempotencyKey: String?
    package let actor: String
    /// The issuer of an end user's token; nil if a key vouches.
    package let issuer: String?
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, codeDigest: [UInt8], idempotencyKey: String? = nil, actor: String,
        issuer: String?, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.codeDigest = codeDigest
        self.idempotencyKey = idempotencyKey
        self.actor = actor
        self.issuer = issuer
        self.asOf = asOf
    }
}
