import Entitlements

extension World {
    /// Grants an entitlement by dashboard or API, for some days; nil for ever, which RevenueCat
    /// writes as two hundred years.
    package mutating func grant(
        _ text: String, _ entitlementID: String, forDays days: Int64?
    ) throws(Refusal) {
        guard catalog.entitlementIDs.contains(entitlementID) else { throw .unknownEntitlement }
        if let known = try knownNumber(of: text), activeGrant(of: known, entitlementID) != nil {
            throw .alreadyPurchased
        }
        let owner = try active(text)
        let length = days.map { "\($0)_day" } ?? "lifetime"
        let product = Product(
            id: "rc_promo_\(entitlementID)_\(length)", sells: [entitlementID], priceCents: 0)
        let period = Subscription.Period(
            type: .promotional, startsAt: present, endsAt: present.advanced(byDays: days ?? 73_000),
            transactionID: newTransactionID(.promotional), priceCents: 0)
        var grant = Subscription(
            id: "sub\(dice.hexadecimal(digits: 10))", owner: owner,
            firstOwnerID: customers[owner].currentID, receipt: nil, product: product,
            store: .promotional, environment: .production,
            originalTransactionID: period.transactionID, originalPurchasedAt: present,
            period: period)
        grant.willRenew = false
        tell("NON_RENEWING_PURCHASE", of: add(grant))
    }

    package mutating func revokeGrant(
        _ text: String, _ entitlementID: String
    ) throws(Refusal) {
        let owner = try customerNumber(of: text)
        guard let number = activeGrant(of: owner, entitlementID) else { throw .noSuchPurchase }
        subscriptions[number].endedAt = present
        subscriptions[number].cancelledAt = present
        tell("CANCELLATION", of: number, ["cancel_reason": .string("UNSUBSCRIBE")])
    }

    /// Sends an EXPIRATION of a purchase that does not expire.
    package mutating func expireWrongly(_ text: String, _ productID: String) throws(Refusal) {
        let owner = try customerNumber(of: text)
        let bought = customers[owner].oneTimePurchases.map { oneTimePurchases[$0] }
        guard let once = bought.last(where: { $0.product.id == productID }) else {
            throw .noSuchPurchase
        }
        tell("EXPIRATION", of: once, ["expiration_reason": .string("UNKNOWN")])
    }

    private func activeGrant(of owner: Int, _ entitlementID: String) -> Int? {
        customers[owner].subscriptions.first {
            subscriptions[$0].isGrant && subscriptions[$0].givesAccess(at: present)
                && subscriptions[$0].product.entitlementIDs == [entitlementID]
        }
    }
}

extension World {
    /// Shares Apple's subscription with a family member; the share has its own transactions.
    package mutating func shareWithFamily(
        _ text: String, _ productID: String, member: String
    ) throws(Refusal) {
        let present = present
        let number = try subscription(of: text, productID) {
            !$0.isFamilyShare && $0.givesAccess(at: present) && $0.refundedAt == nil
        }
        guard subscriptions[number].store == .appStore else { throw .notOffered }
        let known = try knownNumber(of: member)
        let held = known.map { customers[$0].subscriptions } ?? []
        let owner = subscriptions[number].owner
        guard known != owner, !isHeld(productID, among: held) else { throw .alreadyPurchased }
        share(number, with: try active(member))
    }

    private mutating func share(_ number: Int, with member: Int) {
        let shared = subscriptions[number]
        var period = shared.period
        period.transactionID = newTransactionID(.appStore)
        period.priceCents = 0
        var share = Subscription(
            id: "sub\(dice.hexadecimal(digits: 10))", owner: member,
            firstOwnerID: customers[member].currentID,
            receipt: ownReceipt(of: member, .appStore, shared.environment),
            product: shared.product, store: .appStore, environment: shared.environment,
            originalTransactionID: period.transactionID, originalPurchasedAt: period.startsAt,
            period: period)
        share.purchaser = number
        share.willRenew = shared.willRenew
        share.cancelledAt = shared.cancelledAt
        share.billingIssueAt = shared.billingIssueAt
        share.graceEndsAt = shared.graceEndsAt
        let shareNumber = add(share)
        subscriptions[number].members.append(shareNumber)
        tell("INITIAL_PURCHASE", of: shareNumber)
    }

    /// Ends the sharing for all members, of which RevenueCat tells as of a refund.
    package mutating func stopSharing(_ text: String, _ productID: String) throws(Refusal) {
        let number = try subscription(of: text, productID) { !$0.members.isEmpty }
        for member in subscriptions[number].members {
            if subscriptions[member].endedAt == nil {
                subscriptions[member].endedAt = min(present, subscriptions[member].accessEndsAt)
                tell("CANCELLATION", of: member, ["cancel_reason": .string("CUSTOMER_SUPPORT")])
            }
        }
        subscriptions[number].members = []
    }

    package mutating func leaveFamily(_ member: String, _ productID: String) throws(Refusal) {
        let present = present
        let number = try subscription(of: member, productID) {
            $0.isFamilyShare && $0.givesAccess(at: present)
        }
        if let purchaser = subscriptions[number].purchaser {
            subscriptions[purchaser].members.removeAll { $0 == number }
        }
        expire(number, at: present, because: "UNKNOWN")
    }
}
