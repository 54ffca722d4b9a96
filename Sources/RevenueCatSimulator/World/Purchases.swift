import Entitlements

extension World {
    /// One run of a subscription, or one promotional grant: what v2 has an id for.
    ///
    /// After a lapse, and when a paid product is changed for another, a new one begins.
    struct Subscription: Sendable {
        struct Period: Sendable {
            var type: PeriodType
            var startsAt: Timestamp
            var endsAt: Timestamp
            var transactionID: String
            var priceCents: Int
        }

        let id: String
        var owner: Int
        let firstOwnerID: String
        /// Grants have none.
        let receipt: Int?
        let product: Product
        let store: Store
        let environment: Environment
        let originalTransactionID: String
        let originalPurchasedAt: Timestamp
        var period: Period
        var earlierPeriods: [Period] = []

        var willRenew = true
        /// Charged before the cancellation came, so that it renews once more.
        var isChargedAlready = false
        /// The next charge fails.
        var isPaymentBroken = false
        var cancelledAt: Timestamp?
        var billingIssueAt: Timestamp?
        var graceEndsAt: Timestamp?
        /// Scheduled or running.
        var pauseEndsAt: Timestamp?
        var isPaused = false
        var refundedAt: Timestamp?
        var pendingProduct: Product?
        /// Set with the moment that access ended at.
        var endedAt: Timestamp?

        /// The subscription that this one is a family member's share of.
        var purchaser: Int?
        var members: [Int] = []
        /// Granted while the store could not be asked.
        var isTemporary = false
    }

    /// Something sold once.
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

    /// A store's history of one buyer; whatever is on it belongs to one customer.
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
    /// When access ends, as far as can be said today.
    var accessEndsAt: Timestamp {
        let end = endedAt ?? graceEndsAt ?? period.endsAt
        return refundedAt.map { min($0, end) } ?? end
    }

    /// `expiration_at_ms`: without grace.
    var statedEnd: Timestamp { min(accessEndsAt, period.endsAt) }

    func givesAccess(at time: Timestamp) -> Bool { hasBegun(at: time) && accessEndsAt > time }

    /// A change of product that is charged for ahead begins later.
    func hasBegun(at time: Timestamp) -> Bool { !earlierPeriods.isEmpty || period.startsAt <= time }

    var isGrant: Bool { store == .promotional }
    var isFamilyShare: Bool { purchaser != nil }

    /// For how long a store goes on trying to charge.
    static let billingRetrySeconds: Int64 = 60 * 86_400

    func isInBillingRetry(at time: Timestamp) -> Bool {
        guard let billingIssueAt, endedAt != nil, willRenew else { return false }
        return time < billingIssueAt.advanced(bySeconds: Self.billingRetrySeconds)
    }

    /// When something happens to it by itself.
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
