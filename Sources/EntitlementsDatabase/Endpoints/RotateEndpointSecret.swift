package import Entitlements
package import FoundationEssentials
package import Postgres

/// Adds a secret to an endpoint; the newest one before stays live, unless it ends at once.
///
/// Fails with `endpoint_not_found`, `idempotency_key_in_use` or `idempotency_key_reused`.
package struct RotateEndpointSecret: RepeatableCall {
    package static let function = "rotate_endpoint_secret"
    package static let parameters: [Parameter<Self>] = [
        Parameter("endpoint_id", \.endpointID),
        Parameter("sealed", \.sealed),
        Parameter("is_at_once", \.isAtOnce),
        Parameter("actor", \.actor),
        Parameter("idempotency_key", \.idempotencyKey),
        Parameter("request_digest", \.requestDigest),
        Parameter("as_of", \.asOf),
    ]

    package let endpointID: UUID
    /// The secret, sealed for this endpoint.
    package let sealed: [UInt8]
    /// Whether all other secrets end.
    package let isAtOnce: Bool
    /// Who acts, for the audit.
    package let actor: String
    package let idempotencyKey: String?
    package let requestDigest: [UInt8]?
    package let asOf: Timestamp?

    package init(
        endpointID: UUID, sealed: [UInt8], isAtOnce: Bool, actor: String,
        idempotencyKey: String? = nil, requestDigest: [UInt8]? = nil, asOf: Timestamp? = nil
    ) {
        self.endpointID = endpointID
        self.sealed = sealed
        self.isAtOnce = isAtOnce
        self.actor = actor
        self.idempotencyKey = idempotencyKey
        self.requestDigest = requestDigest
        self.asOf = asOf
    }
}
