package import Entitlements
package import Postgres

/// Creates a household with its owner as the first member.
///
/// Fails with `already_in_household`, `cooldown`, `idempotency_key_in_use` or
/// `idempotency_key_reused`. `requestDigest` is over the whole request, 32 bytes, and goes with the
/// key.
package struct CreateHousehold: RepeatableCall {
    package static let function = "create_household"
    package static let parameters: [Parameter<Self>] = [
        Parameter("owner_app_user_id", \.ownerAppUserID),
        Parameter("name", \.name),
        Parameter("ignore_cooldown", \.ignoreCooldown),
        Parameter("idempotency_key", \.idempotencyKey),
        Parameter("request_digest", \.requestDigest),
        Parameter("as_of", \.asOf),
    ]

    package let ownerAppUserID: AppUserID
    package let name: String?
    package let ignoreCooldown: Bool
    package let idempotencyKey: String?
    package let requestDigest: [UInt8]?
    package let asOf: Timestamp?

    package init(
        ownerAppUserID: AppUserID, name: String?, ignoreCooldown: Bool, idempotencyKey: String?,
        requestDigest: [UInt8]?, asOf: Timestamp? = nil
    ) {
        self.ownerAppUserID = ownerAppUserID
        self.name = name
        self.ignoreCooldown = ignoreCooldown
        self.idempotencyKey = idempotencyKey
        self.requestDigest = requestDigest
        self.asOf = asOf
    }
}
