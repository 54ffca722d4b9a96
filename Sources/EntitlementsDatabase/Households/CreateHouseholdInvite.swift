package import Entitlements
package import Postgres

/// Creates an invite to a household; the answer has its `invite_id` and `expires_at`.
///
/// Fails with `household_not_found`, `household_dissolved`, `household_full`,
/// `idempotency_key_in_use` or `idempotency_key_reused`. Both digests are SHA-256, 32 bytes.
package struct CreateHouseholdInvite: RepeatableCall {
    package static let function = "create_household_invite"
    package static let parameters: [Parameter<Self>] = [
        Parameter("household_id", \.householdID),
        Parameter("code_digest", \.codeDigest),
        Parameter("idempotency_key", \.idempotencyKey),
        Parameter("request_digest", \.requestDigest),
        Parameter("as_of", \.asOf),
    ]

    package let householdID: HouseholdID
    package let codeDigest: [UInt8]
    package let idempotencyKey: String?
    package let requestDigest: [UInt8]?
    package let asOf: Timestamp?

    package init(
        householdID: HouseholdID, codeDigest: [UInt8], idempotencyKey: String?,
        requestDigest: [UInt8]?,
        asOf: Timestamp? = nil
    ) {
        self.householdID = householdID
        self.codeDigest = codeDigest
        self.idempotencyKey = idempotencyKey
        self.requestDigest = requestDigest
        self.asOf = asOf
    }
}
