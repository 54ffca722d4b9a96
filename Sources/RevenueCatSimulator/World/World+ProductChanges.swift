import Entitlements

extension World {
    /// Changes a subscription's product: now, or at the next renewal.
    ///
    /// A trial that is changed at once goes on under the new product, until its end.
    package mutating func changeProduct(
        of text: String, from productID: String, to newProductID: String, isDeferred: Bool
    ) throws(Refusal) {
        let product = try catalog.product(newProductID)
        let present = present
        let number = try subscription(of: text, productID) {
            !$0.isFamilyShare && $0.givesAccess(at: present) && $0.willRenew && $0.refundedAt == nil
                && $0.graceEndsAt == nil && $0.pauseEndsAt == nil && $0.period.startsAt <= present
                && ($0.period.type == .normal || $0.period.type == .trial)
        }
        let subscription = subscriptions[number]
        guard product.kind == .subscription else { throw .notOffered }
        if newProductID == productID {
            // The change is called off: no event.
            guard subscription.pendingProduct != nil else { throw .noSuchPurchase }
            subscriptions[number].pendingProduct = nil
            return
        }
        let owned = customers[subscription.owner].subscriptions
        guard !isHeld(newProductID, among: owned) else { throw .alreadyPurchased }
        let isOnPlay = subscription.store == .playStore
        // The event of a change at once names this moment as the old product's expiry.
        if !isDeferred { subscriptions[number].endedAt = present }
        let names = subscription.store == .appStore || (isDeferred && isOnPlay)
        tell(
            "PRODUCT_CHANGE", of: number,
            names ? ["new_product_id": .string(newProductID)] : [:])
        if isDeferred {
            subscriptions[number].pendingProduct = product
        } else {
            subscriptions[number].pendingProduct = nil
            replace(number, by: product, from: present)
        }
        schedule(number)
    }

    /// Replaces a subscription by one of another product, with the same payment.
    ///
    /// It has a new id in v2, unless it replaces a trial at once. If Play changes at once, it sells
    /// a new subscription.
    mutating func replace(_ number: Int, by product: Product, from start: Timestamp) {
        let isAtOnce = subscriptions[number].pendingProduct == nil
        let isNew = isAtOnce && subscriptions[number].store == .playStore
        let members = subscriptions[number].members
        let isConversion = !isAtOnce && subscriptions[number].period.type == .trial
        let continuesTrial = isAtOnce && subscriptions[number].period.type == .trial
        let successor = succeed(number, by: product, from: start, isNew, continuesTrial)
        tell(
            isNew ? "INITIAL_PURCHASE" : "RENEWAL", of: successor,
            isNew ? [:] : ["is_trial_conversion": .bool(isConversion)])
        for member in members {
            subscriptions[member].endedAt = subscriptions[number].endedAt
            let share = succeed(member, by: product, from: start, isNew, continuesTrial)
            subscriptions[share].purchaser = successor
            subscriptions[successor].members.append(share)
            tell("RENEWAL", of: share, ["is_trial_conversion": .bool(isConversion)])
        }
        subscriptions[number].members = []
    }

    private mutating func succeed(
        _ number: Int, by product: Product, from start: Timestamp, _ isNew: Bool,
        _ continuesTrial: Bool
    ) -> Int {
        let old = subscriptions[number]
        subscriptions[number].willRenew = false
        subscriptions[number].pendingProduct = nil
        var period = renewedPeriod(number, of: product, from: start)
        if continuesTrial {
            period.type = .trial
            period.endsAt = old.period.endsAt
            period.priceCents = 0
            subscriptions[number].isContinuedTrial = true
        }
        var successor = Subscription(
            id: continuesTrial ? old.id : "sub\(dice.hexadecimal(digits: 10))", owner: old.owner,
            firstOwnerID: old.firstOwnerID, receipt: old.receipt, product: product,
            store: old.store, environment: old.environment,
            originalTransactionID: isNew ? period.transactionID : old.originalTransactionID,
            originalPurchasedAt: isNew ? start : old.originalPurchasedAt, period: period)
        successor.purchaser = old.purchaser
        successor.isPaymentBroken = old.isPaymentBroken
        let added = add(successor)
        if continuesTrial { transactions[old.period.transactionID] = .subscription(added) }
        return added
    }
}
