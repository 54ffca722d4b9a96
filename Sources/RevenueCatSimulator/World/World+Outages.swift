import Entitlements

extension World {
    /// Buys while the store is unreachable: RevenueCat gives access for at most a day.
    package mutating func purchaseInOutage(
        by text: String, _ productID: String
    ) throws(Refusal) {
        let product = try catalog.product(productID)
        guard product.kind == .subscription else { throw .notOffered }
        let known = try knownNumber(of: text)
        let held = known.map { customers[$0].subscriptions } ?? []
        guard !isHeld(productID, among: held) else { throw .alreadyPurchased }
        let owner = try active(text)
        let period = Subscription.Period(
            type: .normal, startsAt: present, endsAt: present.advanced(byDays: 1),
            transactionID: newTransactionID(.appStore), priceCents: 0)
        var grant = Subscription(
            id: "sub\(dice.hexadecimal(digits: 10))", owner: owner,
            firstOwnerID: customers[owner].currentID,
            receipt: ownReceipt(of: owner, .appStore, .production), product: product,
            store: .appStore, environment: .production,
            originalTransactionID: period.transactionID, originalPurchasedAt: present,
            period: period)
        grant.willRenew = false
        grant.isTemporary = true
        tellTemporaryGrant(add(grant))
    }

    /// Ends an outage: a valid purchase continues under another transaction, an invalid one ends.
    package mutating func settleOutage(
        of text: String, _ productID: String, isValid: Bool
    ) throws(Refusal) {
        let number = try subscription(of: text, productID) {
            $0.isTemporary && $0.endedAt == nil
        }
        guard isValid else {
            expire(number, at: present, because: "UNKNOWN")
            return
        }
        let temporary = subscriptions[number]
        subscriptions[number].endedAt = present
        customers[temporary.owner].subscriptions.removeAll { $0 == number }
        let start = temporary.period.startsAt
        let period = Subscription.Period(
            type: .normal, startsAt: start,
            endsAt: start.advanced(bySeconds: temporary.product.periodSeconds),
            transactionID: newTransactionID(.appStore), priceCents: temporary.product.priceCents)
        let purchase = Subscription(
            id: "sub\(dice.hexadecimal(digits: 10))", owner: temporary.owner,
            firstOwnerID: temporary.firstOwnerID, receipt: temporary.receipt,
            product: temporary.product, store: temporary.store,
            environment: temporary.environment, originalTransactionID: period.transactionID,
            originalPurchasedAt: start, period: period)
        tell("INITIAL_PURCHASE", of: add(purchase))
    }
}
