/// What RevenueCat's REST API said of one person at one moment, whichever of its versions said it.
///
/// What is nil was not said.
package struct Snapshot: Sendable, Equatable {
    /// When it was so, by RevenueCat's clock.
    package var readAt: Timestamp

    /// The id that was asked for.
    package var appUserID: String

    /// All ids of the person that the answer names: the one asked for first, none twice.
    package var appUserIDs: [String]

    /// Since when RevenueCat knows the person, under any id.
    ///
    /// Version 2 of the API is asked for it only about somebody who has nothing.
    package var firstSeenAt: Timestamp?

    /// The latest state of each.
    ///
    /// A one-time purchase that was refunded is not among them.
    package var purchases: [Purchase]

    package init(
        readAt: Timestamp, appUserID: String, appUserIDs: [String],
        firstSeenAt: Timestamp? = nil, purchases: [Purchase]
    ) {
        self.readAt = readAt
        self.appUserID = appUserID
        self.appUserIDs = appUserIDs
        self.firstSeenAt = firstSeenAt
        self.purchases = purchases
    }
}

extension Snapshot {
    /// A subscription, or something bought once.
    ///
    /// Words are lower case, as webhooks' facts spell them: `app_store`, `trial`. Any may be one
    /// that nobody has heard of.
    package struct Purchase: Sendable, Equatable {
        package var isOneTime: Bool
        package var environment: String
        package var store: String?
        /// What the store sells; for Play without the plan.
        ///
        /// Nil for what was granted and not sold, where the API has no name for it.
        package var productID: String?
        /// Play's base plan.
        package var productPlanID: String?
        package var periodType: String?
        /// The start of the running period.
        package var purchasedAt: Timestamp
        package var originalPurchasedAt: Timestamp?
        /// Nil for what never expires, and for what is paused for nobody knows how long.
        ///
        /// In v1 it includes a grace period.
        package var expiresAt: Timestamp?
        package var neverExpires: Bool
        package var graceExpiresAt: Timestamp?
        package var willRenew: Bool
        package var cancelledAt: Timestamp?
        package var billingIssueAt: Timestamp?
        package var autoResumeAt: Timestamp?
        package var isPaused: Bool?
        /// Version 2 says so and not since when; nil where it does not say.
        package var isCancelled: Bool?
        package var hasBillingIssue: Bool?
        package var refundedAt: Timestamp?
        package var isFamilyShare: Bool
        package var entitlementIDs: [String]?
        /// Of the latest transaction, so it changes with each renewal.
        package var transactionID: String?
        package var givesAccess: Bool?

        /// A purchase of which nothing else is said: a one-time purchase is for ever.
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
