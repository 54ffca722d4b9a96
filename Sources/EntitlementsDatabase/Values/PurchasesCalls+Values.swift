package import Entitlements

extension CreateGrant {
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

    package init(
        appUserID: AppUserID, grant: Grant, actor: String, environment: String,
        idempotencyKey: String?, requestDigest: [UInt8]?, bySupport: Bool = false,
        asOf: Timestamp? = nil
    ) {
        self.init(
            appUserID: appUserID, entitlementID: grant.entitlementID, productID: grant.productID,
            duration: grant.duration, expiresAt: grant.expiresAt, extends: grant.extends,
            reason: grant.reason, actor: actor, environment: environment,
            idempotencyKey: idempotencyKey, requestDigest: requestDigest, bySupport: bySupport,
            asOf: asOf)
    }
}

extension GetEntitlementsSet {
    package static let isCancellable = false

    /// The most app users of one call.
    package static let maximumAppUsers = 64
}
