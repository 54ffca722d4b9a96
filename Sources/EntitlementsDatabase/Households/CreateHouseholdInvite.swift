package import Entitlements
package import FoundationEssentials
package import Postgres

/// Creates an invite to a household; the answer has its `invite_id` and `expires_at`.
///
/// Fails with `household_not_found`, `household_dissolved`, `household_full`,
/// `idempotency_key_in_use` or `idempotency_key_reused`. Both digests are SHA-256, 32 bytes.
package struct CreateHouseholdInvite: RepeatableCall {
    package static let function = "create_household_invite"
    package static let parameters = [
        Parameter("household_id", .uuid),
        Parameter("code_digest", .bytea),
        Parameter("idempotency_key", .text),
        Parameter("request_digest", .bytea),
        Parameter("as_of", .timestamptz),
    ]

    package let householdID: UUID
    package let codeDigest: [UInt8]
    package let idempotencyKey: String?
    package let requestDigest: [UInt8]?
    package let asOf: Timestamp?

    package init(
        householdID: UUID, codeDigest: [UInt8], idempotencyKey: String?, requestDigest: [UInt8]?,
        asOf: Timestamp? = nil
    ) {
        self.householdID = householdID
        self.codeDigest = codeDigest
        self.idempotencyKey = idempotencyKey
        self.requestDigest = requestDigest
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(householdID)
        try arguments.append(codeDigest)
        try arguments.append(idempotencyKey)
        try arguments.append(requestDigest)
        try arguments.append(asOf)
    }
}
