package import Entitlements

extension World {
    /// A customer's access from one product.
    package struct Access: Sendable, Equatable {
        package let productID: String
        package let entitlementIDs: [String]
        /// Nil: for ever.
        package let until: Timestamp?
        package let isFamilyShare: Bool
        package let isGrant: Bool
    }

    /// Returns a customer's true access, as the world knows it now, ordered by product id.
    ///
    /// - Of several purchases of a product, the longest-lasting counts.
    /// - Products without entitlements are left out.
    /// - An unknown id has no access.
    /// - A future time is answered as if nothing happens until then.
    package func truth(
        of text: String, at time: Timestamp? = nil, environment: Environment = .production
    ) -> [Access] {
        guard let id = AppUserID(rawValue: text), let number = customerNumbers[id] else {
            return []
        }
        var longest: [String: Access] = [:]
        for access in accesses(of: number, at: time ?? present, environment) {
            guard let other = longest[access.productID] else {
                longest[access.productID] = access
                continue
            }
            if let end = other.until, access.until.map({ $0 > end }) ?? true {
                longest[access.productID] = access
            }
        }
        return longest.values.sorted { $0.productID < $1.productID }
    }

    private func accesses(
        of number: Int, at time: Timestamp, _ environment: Environment
    ) -> [Access] {
        let lasting = customers[number].oneTimePurchases.map { oneTimePurchases[$0] }.filter {
            $0.environment == environment && $0.refundedAt == nil
        }
        let running = customers[number].subscriptions.map { subscriptions[$0] }.filter {
            $0.environment == environment && $0.givesAccess(at: time)
        }
        let accesses =
            lasting.map {
                Access(
                    productID: $0.product.id, entitlementIDs: $0.product.entitlementIDs,
                    until: nil, isFamilyShare: false, isGrant: false)
            }
            + running.map {
                Access(
                    productID: $0.product.id, entitlementIDs: $0.product.entitlementIDs,
                    until: $0.accessEndsAt, isFamilyShare: $0.isFamilyShare, isGrant: $0.isGrant)
            }
        return accesses.filter { !$0.entitlementIDs.isEmpty }
    }
}

extension World {
    /// What a purchase is now, in Hearth's words.
    package struct Standing: Sendable, Equatable {
        package let isActive: Bool
        package let status: String
        /// Nil: for ever, or over.
        package let until: Timestamp?

        package init(isActive: Bool, status: String, until: Timestamp?) {
            self.isActive = isActive
            self.status = status
            self.until = until
        }
    }

    /// Returns the standing of each chain of purchases that a customer owns, by its first
    /// transaction; of several subscriptions of a chain that of the last.
    package func standings(of text: String) -> [String: Standing] {
        guard let id = AppUserID(rawValue: text), let number = customerNumbers[id] else {
            return [:]
        }
        var standings: [String: Standing] = [:]
        for subscription in customers[number].subscriptions.map({ subscriptions[$0] }) {
            let isActive = subscription.givesAccess(at: present)
            standings[subscription.originalTransactionID] = Standing(
                isActive: isActive,
                status: isActive ? subscription.runningStatus : subscription.endedStatus,
                until: isActive ? subscription.accessEndsAt : nil)
        }
        for once in customers[number].oneTimePurchases.map({ oneTimePurchases[$0] }) {
            let isActive = once.refundedAt == nil
            standings[once.transactionID] = Standing(
                isActive: isActive, status: isActive ? "lifetime" : "refunded", until: nil)
        }
        return standings
    }
}

extension World.Subscription {
    fileprivate var runningStatus: String {
        if isGrant { return "granted" }
        if billingIssueAt != nil { return "billing_issue" }
        if pauseEndsAt != nil { return "paused" }
        if cancelledAt != nil, !willRenew { return "cancelled" }
        return period.type == .trial ? "trialing" : "active"
    }

    /// Family members paid nothing that could be given back.
    fileprivate var endedStatus: String {
        if refundedAt != nil, !isFamilyShare { return "refunded" }
        return isPaused ? "paused" : "expired"
    }
}
