package import Entitlements
package import FoundationEssentials
package import Postgres

/// Stores a batch of codes by their digests, or a part of one.
///
/// Fails with `campaign_not_found`, `idempotency_key_in_use` or `idempotency_key_reused`.
package struct CreateCodes: RepeatableCall {
    package static let function = "create_codes"
    package static let parameters: [Parameter<Self>] = [
        Parameter("campaign_id", \.campaignID),
        Parameter("batch_id", \.batchID),
        Parameter("digests", \.codes, each: \.digest),
        Parameter("idempotency_key", \.idempotencyKey),
        Parameter("request_digest", \.requestDigest),
        Parameter("as_of", \.asOf),
    ]

    /// The most codes of one call.
    package static let maximumCodes: Int32 = 10_000

    package let campaignID: String
    package let batchID: UUID
    package let codes: [PromoCode]
    package let idempotencyKey: String?
    package let requestDigest: [UInt8]?
    package let asOf: Timestamp?

    package init(
        campaignID: String, batchID: UUID, codes: [PromoCode], idempotencyKey: String? = nil,
        requestDigest: [UInt8]? = nil, asOf: Timestamp? = nil
    ) {
        self.campaignID = campaignID
        self.batchID = batchID
        self.codes = codes
        self.idempotencyKey = idempotencyKey
        self.requestDigest = requestDigest
        self.asOf = asOf
    }
}
