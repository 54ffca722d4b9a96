import Entitlements

extension World {
    /// One run of a subscription, or one promotional grant: each has an id in v2.
    ///
    /// A new one begins after a lapse, and when a product is changed for another. If that was a
    /// trial, the new one keeps its id.
    struct Subscription: Sendable {
        struct Period: Sendable {
            var type: PeriodType
            var startsAt: Timestamp
            var endsAt: Timestamp
            var transactionID: String
            var priceCents: Int
            /// The promotional offer or offer code that was used.
            var offerCode: String?
        }

        let id: String
        var owner: Int
        let firstOwnerID: String
        /// Nil for a grant.
        let receipt: Int?
        let product: Product
        let store: Store
        let environment: Environment
        let originalTransactionID: String
        let originalPurchasedAt: Timestamp
        var period: Period
        var earlierPeriods: [Period] = []

        var willRenew = true
        /// Charged before its cancellation, so it renews once more.
        var isChargedAlready = false
        /// The next charge will fail.
        var isPaymentBroken = false
        var cancelledAt: Timestamp?
        var billingIssueAt: Timestamp?
        var graceEndsAt: Timestamp?
        /// The end of a scheduled or running pause.
        var pauseEndsAt: Timestamp?
        var isPaused = false
        var refundedAt: Timestamp?
        var pendingProduct: Product?
        /// A trial that goes on under another product: v2 lists its successor in its place.
        var isContinuedTrial = false
        /// The moment when access ended.
        var endedAt: Timestamp?

        /// The subscription of which this is a family member's share.
        var purchaser: Int?
        var members: [Int] = []
        /// Granted while the store was unreachable.
        var isTemporary = false
    }

    /// A purchase of a product sold once.
    struct OneTimePurchase: Sendable {
        let id: String
        var owner: Int
        let firstOwnerID: String
        let receipt: Int
        let product: Product
        let store: Store
        let environment: Environment
        let transactionID: String
        let purchasedAt: Timestamp
        var refundedAt: Timestamp?
    }

    /// A buyer's history in one store; all its purchases belong to one customer.
    struct Receipt: Sendable {
        var owner: Int
        let store: Store
        let environment: Environment
    }

    enum PurchaseNumber: Sendable {
        case subscription(Int)
        case oneTime(Int)
    }
}

extension World.Subscription {
    /// When access ends, as known now.
    var accessEndsAt: Timestamp {
        let end = endedAt ?? graceEndsAt ?? period.endsAt
        return refundedAt.map { min($0, end) } ?? end
    }

    /// `expiration_at_ms`: without grace.
    var statedEnd: Timestamp { min(accessEndsAt, period.endsAt) }

    func givesAccess(at time: Timestamp) -> Bool { hasBegun(at: time) && accessEndsAt > time }

    /// False for a product change that is charged ahead and begins later.
    func hasBegun(at time: Timestamp) -> Bool { !earlierPeriods.isEmpty || period.startsAt <= time }

    var isGrant: Bool { store == .promotional }
    var isFamilyShare: Bool { purchaser != nil }

    /// How long a store retries a failed charge.
    static let billingRetrySeconds: Int64 = 60 * 86_400

    func isInBillingRetry(at time: Timestamp) -> Bool {
        guard let billingIssueAt, endedAt != nil, willRenew else { return false }
        return time < billingIssueAt.advanced(bySeconds: Self.billingRetrySeconds)
    }

    /// When its next automatic change is due.
    func dueAt(chargedAheadBySeconds lead: Int64) -> Timestamp? {
        if isFamilyShare { return nil }
        if isPaused { return pauseEndsAt }
        if endedAt != nil { return nil }
        if refundedAt != nil { return renewsByItself ? period.endsAt : nil }
        if let graceEndsAt { return graceEndsAt }
        return renewsByItself && pauseEndsAt == nil
            ? period.endsAt.advanced(bySeconds: -lead) : period.endsAt
    }

    var renewsByItself: Bool { (willRenew && !isPaymentBroken) || isChargedAlready }
}
