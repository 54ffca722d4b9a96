package import Entitlements
package import Postgres

/// Creates a household with its owner as the first member.
///
/// Fails with `already_in_household`, `cooldown`, `idempotency_key_in_use` or
/// `idempotency_key_reused`. `requestDigest` is over the whole request, 32 bytes, and goes with the
/// key.
package struct CreateHousehold: RepeatableCall {
    package static let function = "create_household"
    package static let parameters = [
        Parameter("owner_app_user_id", .text),
        Parameter("name", .text),
        Parameter("ignore_cooldown", .bool),
        Parameter("idempotency_key", .text),
        Parameter("request_digest", .bytea),
        Parameter("as_of", .timestamptz),
    ]

    package let ownerAppUserID: String
    package let name: String?
    package let ignoreCooldown: Bool
    package let idempotencyKey: String?
    package let requestDigest: [UInt8]?
    package let asOf: Timestamp?

    package init(
        ownerAppUserID: String, name: String?, ignoreCooldown: Bool, idempotencyKey: String?,
        requestDigest: [UInt8]?, asOf: Timestamp? = nil
    ) {
        self.ownerAppUserID = ownerAppUserID
        self.name = name
        self.ignoreCooldown = ignoreCooldown
        self.idempotencyKey = idempotencyKey
        self.requestDigest = requestDigest
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(ownerAppUserID)
        try arguments.append(name)
        try arguments.append(ignoreCooldown)
        try arguments.append(idempotencyKey)
        try arguments.append(requestDigest)
        try arguments.append(asOf)
    }
}
