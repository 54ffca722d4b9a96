/// The state of an app user according to RevenueCat's REST API at one moment, from v1 or v2.
///
/// Properties are nil if RevenueCat did not give them.
package struct Snapshot: Sendable, Equatable {
    /// The moment of the snapshot, by RevenueCat's clock.
    package var readAt: Timestamp

    /// The id in the request.
    package var appUserID: String

    /// All ids in the answer without repetitions; the requested id comes first.
    package var appUserIDs: [String]

    /// When RevenueCat first saw the app user, under any id.
    ///
    /// With v2, requested only for an app user without purchases.
    package var firstSeenAt: Timestamp?

    /// The latest state of each purchase.
    ///
    /// Refunded one-time purchases are missing.
    package var purchases: [Purchase]

    /// The products through which an entitlement is active; nil with v2.
    ///
    /// With v1, a purchase of such a product may be missing from `purchases`.
    package var activeProductIDs: [String]?

    /// Refunded one-time purchases, which only v2 lists: they prove whose project was read.
    package var refunded: [Purchase] = []

    package init(
        readAt: Timestamp, appUserID: String, appUserIDs: [String],
        firstSeenAt: Timestamp? = nil, purchases: [Purchase], activeProductIDs: [String]? = nil
    ) {
        self.readAt = readAt
        self.appUserID = appUserID
        self.appUserIDs = appUserIDs
        self.firstSeenAt = firstSeenAt
        self.purchases = purchases
        self.activeProductIDs = activeProductIDs
    }
}

extension Snapshot {
    /// A subscription or a one-time purchase.
    ///
    /// Words are lower case, as in webhook facts: `app_store`, `trial`. Unknown words may occur.
    package struct Purchase: Sendable, Equatable {
        package var isOneTime: Bool
        package var environment: String
        package var store: String?
        /// The product in the store; for Play without the plan.
        ///
        /// Nil for grants for which the API has no product.
        package var productID: String?
        /// Play's base plan.
        package var productPlanID: String?
        package var periodType: String?
        /// The start of the current period.
        package var purchasedAt: Timestamp
        package var originalPurchasedAt: Timestamp?
        /// Nil if the purchase never expires, or is paused without a known end.
        ///
        /// With v1 it includes a grace period.
        package var expiresAt: Timestamp?
        package var neverExpires: Bool
        package var graceExpiresAt: Timestamp?
        package var willRenew: Bool
        package var cancelledAt: Timestamp?
        package var billingIssueAt: Timestamp?
        package var autoResumeAt: Timestamp?
        /// True also for a pause that begins at the end of the period.
        package var isPaused: Bool?
        /// True if v2 lists a first payment that is still to come; else nil.
        package var isPending: Bool?
        /// Set by v2, which gives no time of the cancellation; nil if unknown.
        package var isCancelled: Bool?
        package var hasBillingIssue: Bool?
        package var refundedAt: Timestamp?
        package var isFamilyShare: Bool
        package var entitlementIDs: [String]?
        /// The latest transaction; changes with each renewal.
        package var transactionID: String?
        package var givesAccess: Bool?
        /// How many of the product were bought at once; nil with v1, which does not say it.
        package var quantity: Int64?

        /// Creates a purchase with defaults; a one-time purchase never expires.
        package init(
            isOneTime: Bool, environment: String, productID: String?, purchasedAt: Timestamp
        ) {
            self.isOneTime = isOneTime
            self.environment = environment
            self.productID = productID
            self.purchasedAt = purchasedAt
            neverExpires = isOneTime
            willRenew = false
            isFamilyShare = false
        }
    }
}
