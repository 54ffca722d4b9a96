package import Entitlements
package import FoundationEssentials
package import Postgres

/// Creates an endpoint, to which changes from now on are delivered.
///
/// Fails with `too_many_endpoints`, `idempotency_key_in_use` or `idempotency_key_reused`.
package struct CreateEndpoint: RepeatableCall {
    package static let function = "create_endpoint"
    package static let parameters: [Parameter<Self>] = [
        Parameter("endpoint_id", \.endpointID),
        Parameter("url", \.url),
        Parameter("kinds", \.kinds),
        Parameter("sealed", \.sealed),
        Parameter("actor", \.actor),
        Parameter("idempotency_key", \.idempotencyKey),
        Parameter("request_digest", \.requestDigest),
        Parameter("as_of", \.asOf),
        Parameter("environments", \.environments),
    ]

    package let endpointID: UUID
    package let url: String
    /// The kinds of changes that are delivered; nil means all.
    package let kinds: [String]?
    /// The secret, sealed for this endpoint.
    package let sealed: [UInt8]
    /// Who acts, for the audit.
    package let actor: String
    package let idempotencyKey: String?
    package let requestDigest: [UInt8]?
    package let asOf: Timestamp?
    /// The environments whose changes are delivered.
    package let environments: [String]

    package init(
        endpointID: UUID, url: EndpointURL, kinds: [ChangeKind]?, sealed: [UInt8], actor: String,
        idempotencyKey: String? = nil, requestDigest: [UInt8]? = nil, asOf: Timestamp? = nil,
        environments: Set<PurchaseEnvironment> = [.production]
    ) {
        self.endpointID = endpointID
        self.url = url.rawValue
        self.kinds = kinds?.map(\.rawValue)
        self.sealed = sealed
        self.actor = actor
        self.idempotencyKey = idempotencyKey
        self.requestDigest = requestDigest
        self.asOf = asOf
        self.environments = environments.map(\.rawValue).sorted()
    }
}
