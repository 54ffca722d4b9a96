package import Entitlements
package import Postgres

/// Gives an app user an entitlement, or what a product gives, without a purchase.
///
/// Exactly one of `entitlementID` and `productID` is named. Without a `duration` and an `expiresAt`
/// the grant never ends. `requestDigest` is over the whole request, 32 bytes, and goes with the
/// key.
///
/// Fails with `entitlement_not_in_catalog`, `product_not_in_catalog`, `product_not_grantable`,
/// `access_never_ends`, `grant_span_invalid`, `idempotency_key_in_use` or `idempotency_key_reused`.
package struct CreateGrant: RepeatableCall {
    package static let function = "create_grant"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("entitlement_id", \.grant.entitlementID),
        Parameter("product_id", \.grant.productID),
        Parameter("duration", \.grant.duration),
        Parameter("expires_at", \.grant.expiresAt),
        Parameter("extends", \.grant.extends),
        Parameter("reason", \.grant.reason),
        Parameter("actor", \.actor),
        Parameter("environment", \.environment),
        Parameter("idempotency_key", \.idempotencyKey),
        Parameter("request_digest", \.requestDigest),
        Parameter("as_of", \.asOf),
    ]

    /// What is given, for how long, and why.
    package struct Grant: Sendable {
        package var entitlementID: String?
        package var productID: String?
        /// An ISO 8601 duration; see ``BillingPeriod``.
        package var duration: String?
        package var expiresAt: Timestamp?
        /// Whether the grant begins when the present access ends.
        package var extends = false
        package var reason: String

        package init(reason: String) { self.reason = reason }
    }

    package let appUserID: AppUserID
    package let grant: Grant
    package let actor: String
    package let environment: String
    package let idempotencyKey: String?
    package let requestDigest: [UInt8]?
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, grant: Grant, actor: String, environment: String,
        idempotencyKey: String?, requestDigest: [UInt8]?, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.grant = grant
        self.actor = actor
        self.environment = environment
        self.idempotencyKey = idempotencyKey
        self.requestDigest = requestDigest
        self.asOf = asOf
    }
}
