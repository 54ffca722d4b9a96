import Entitlements

extension World {
    package enum Offer: String, Sendable {
        case none
        case trial
        /// The first period at half price.
        case intro
        /// The first period at half price, with the offer code `half_price`; also after a lapse.
        case promotional
    }

    /// Buys a product.
    ///
    /// With `onReceiptOf`, the device's store account has that customer's purchases; the restore
    /// behavior then decides first.
    package mutating func purchase(
        by text: String, _ productID: String, store: Store = .appStore, offer: Offer = .none,
        environment: Environment = .production, onReceiptOf other: String? = nil
    ) throws(Refusal) {
        let product = try catalog.product(productID)
        guard store != .promotional else { throw .notOffered }
        // The test store sells in the sandbox only.
        let environment = store == .testStore ? .sandbox : environment
        let known = try knownNumber(of: text)
        var shown = known.flatMap { existingReceipt(of: $0, store, environment) }
        if let other {
            shown = existingReceipt(of: try customerNumber(of: other), store, environment)
            guard shown != nil else { throw .noSuchPurchase }
        }
        let terms = Terms(product: product, offer: offer, receipt: shown)
        try check(terms, by: known)
        let buyer = try active(text)
        let receipt = shown ?? ownReceipt(of: buyer, store, environment)
        claim([receipt], by: buyer)
        if product.kind == .subscription {
            subscribe(buyer, to: product, on: receipt, offer)
        } else {
            buyOnce(buyer, product, on: receipt)
        }
    }

    private struct Terms {
        let product: Product
        let offer: Offer
        /// Nil: the buyer's first purchase in this store.
        let receipt: Int?
    }

    /// Refuses an impossible purchase, before anything changes.
    private func check(_ terms: Terms, by buyer: Int?) throws(Refusal) {
        let product = terms.product
        var held = buyer.map { customers[$0].subscriptions } ?? []
        var owned = buyer.map { customers[$0].oneTimePurchases } ?? []
        if let receipt = terms.receipt {
            try checkClaim([receipt], by: buyer, buying: true)
            let owner = receipts[receipt].owner
            // A receipt about to change hands must not lead to a second purchase.
            held += customers[owner].subscriptions
            owned += customers[owner].oneTimePurchases
        }
        let isOwned = owned.contains {
            oneTimePurchases[$0].product.id == product.id && oneTimePurchases[$0].refundedAt == nil
        }
        switch product.kind {
        case .consumable: return
        case .nonConsumable:
            guard !isOwned else { throw .alreadyPurchased }
        case .subscription:
            guard !isHeld(product.id, among: held), !isRunning(product, on: terms, among: held)
            else { throw .alreadyPurchased }
            guard terms.offer != .none, terms.offer != .promotional else { return }
            let isFirst = !held.contains { subscriptions[$0].product.id == product.id }
            guard isFirst, terms.offer == .intro || product.trial != nil else { throw .notOffered }
        }
    }

    /// Whether Apple would change a running subscription instead of selling another.
    ///
    /// That is so if both are of one group: this product was once changed for the running one.
    private func isRunning(
        _ product: Product, on terms: Terms, among held: [Int]
    ) -> Bool {
        let previous = held.last {
            subscriptions[$0].product.id == product.id && subscriptions[$0].receipt != nil
                && subscriptions[$0].receipt == terms.receipt
        }
        guard let previous, subscriptions[previous].store == .appStore else { return false }
        let chain = subscriptions[previous].originalTransactionID
        return held.contains {
            subscriptions[$0].originalTransactionID == chain
                && subscriptions[$0].product.id != product.id
                && (subscriptions[$0].givesAccess(at: present) || subscriptions[$0].renewsByItself)
        }
    }

    private func existingReceipt(
        of customer: Int, _ store: Store, _ environment: Environment
    ) -> Int? {
        customers[customer].receipts.first {
            receipts[$0].store == store && receipts[$0].environment == environment
        }
    }

    mutating func ownReceipt(
        of customer: Int, _ store: Store, _ environment: Environment
    ) -> Int {
        if let receipt = existingReceipt(of: customer, store, environment) { return receipt }
        receipts.append(Receipt(owner: customer, store: store, environment: environment))
        customers[customer].receipts.append(receipts.count - 1)
        return receipts.count - 1
    }

    private mutating func buyOnce(_ buyer: Int, _ product: Product, on receipt: Int) {
        let store = receipts[receipt].store
        let purchase = OneTimePurchase(
            id: "purch\(dice.hexadecimal(digits: 10))", owner: buyer,
            firstOwnerID: customers[buyer].currentID, receipt: receipt, product: product,
            store: store, environment: receipts[receipt].environment,
            transactionID: newTransactionID(store), purchasedAt: present)
        transactions[purchase.transactionID] = .oneTime(oneTimePurchases.count)
        customers[buyer].oneTimePurchases.append(oneTimePurchases.count)
        oneTimePurchases.append(purchase)
        tell("NON_RENEWING_PURCHASE", of: purchase)
    }
}

extension World {
    private mutating func subscribe(
        _ buyer: Int, to product: Product, on receipt: Int, _ offer: Offer
    ) {
        let held = customers[buyer].subscriptions
        let earlier = held.filter {
            subscriptions[$0].product.id == product.id && !subscriptions[$0].isGrant
        }
        let previous = earlier.last { subscriptions[$0].receipt == receipt }
        let chain = previous.map { subscriptions[$0].originalTransactionID }
        // The store stops charging for earlier subscriptions of the product.
        for number in held
        where earlier.contains(number) || subscriptions[number].originalTransactionID == chain {
            subscriptions[number].willRenew = false
            schedule(number)
        }
        let number = add(
            newSubscription(
                of: buyer, to: product, on: receipt, after: previous,
                firstPeriod(of: product, offer, receipts[receipt].store)))
        let isConversion = previous.map { subscriptions[$0].period.type == .trial } ?? false
        // RevenueCat's pages disagree about the event after a lapse, so the simulator sends either.
        if previous != nil, isConversion || isSometimes("resubscription", number) {
            tell("RENEWAL", of: number, ["is_trial_conversion": .bool(isConversion)])
        } else {
            tell("INITIAL_PURCHASE", of: number)
        }
    }

    private mutating func newSubscription(
        of buyer: Int, to product: Product, on receipt: Int, after previous: Int?,
        _ period: Subscription.Period
    ) -> Subscription {
        let store = receipts[receipt].store
        // Apple's original transaction outlives a lapse; other stores start a new one.
        let chain = store == .appStore ? previous.map { subscriptions[$0] } : nil
        return Subscription(
            id: "sub\(dice.hexadecimal(digits: 10))", owner: buyer,
            firstOwnerID: customers[buyer].currentID, receipt: receipt, product: product,
            store: store, environment: receipts[receipt].environment,
            originalTransactionID: chain?.originalTransactionID ?? period.transactionID,
            originalPurchasedAt: chain?.originalPurchasedAt ?? period.startsAt, period: period)
    }

    private mutating func firstPeriod(
        of product: Product, _ offer: Offer, _ store: Store
    ) -> Subscription.Period {
        let seconds = offer == .trial ? product.trialSeconds : nil
        let end = present.advanced(bySeconds: seconds ?? product.periodSeconds)
        let transactionID = newTransactionID(store)
        switch offer {
        case .none:
            return Subscription.Period(
                type: .normal, startsAt: present, endsAt: end, transactionID: transactionID,
                priceCents: product.priceCents)
        case .trial:
            return Subscription.Period(
                type: .trial, startsAt: present, endsAt: end, transactionID: transactionID,
                priceCents: 0)
        case .intro:
            return Subscription.Period(
                type: .intro, startsAt: present, endsAt: end, transactionID: transactionID,
                priceCents: product.priceCents / 2)
        case .promotional:
            return Subscription.Period(
                type: .intro, startsAt: present, endsAt: end, transactionID: transactionID,
                priceCents: product.priceCents / 2, offerCode: "half_price")
        }
    }

    /// Adds a subscription to its owner's.
    mutating func add(_ subscription: Subscription) -> Int {
        let number = subscriptions.count
        subscriptions.append(subscription)
        customers[subscription.owner].subscriptions.append(number)
        transactions[subscription.period.transactionID] = .subscription(number)
        schedule(number)
        return number
    }

    /// A coin toss that other events do not affect.
    func isSometimes(_ what: String, _ number: Int) -> Bool {
        let subscription = subscriptions[number]
        let thing = "\(what) \(subscription.product.id) \(subscription.period.startsAt)"
        var dice = Dice(seed: seed, for: thing)
        return dice.happens(0.5)
    }
}
