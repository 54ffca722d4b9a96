extension World {
    /// Restores: the requester's device shows the receipts of `owner`'s purchases, of one store or
    /// of all.
    package mutating func restore(
        by requester: String, purchasesOf owner: String, in store: Store? = nil
    ) throws(Refusal) {
        let known = try knownNumber(of: requester)
        let ownerNumber = try customerNumber(of: owner)
        let shown = customers[ownerNumber].receipts.filter {
            store == nil || receipts[$0].store == store
        }
        guard !shown.isEmpty else { throw .noSuchPurchase }
        try checkClaim(shown, by: known, buying: false)
        claim(shown, by: try active(requester))
    }

    /// Transfers by dashboard or API, which the restore behavior does not limit.
    package mutating func transfer(from source: String, to target: String) throws(Refusal) {
        let from = try customerNumber(of: source)
        let to = try customerNumber(of: target)
        guard from != to, !customers[from].receipts.isEmpty else { throw .noSuchPurchase }
        move(customers[from].receipts, from: from, to: to)
    }

    /// Refuses what the restore behavior forbids; a nil requester is still unknown.
    func checkClaim(
        _ shown: [Int], by requester: Int?, buying: Bool
    ) throws(Refusal) {
        guard let owner = shown.first.map({ receipts[$0].owner }), owner != requester,
            !customers[owner].isAnonymous
        else { return }
        switch settings.restoreBehavior {
        case .transfer: return
        case .transferIfNoActiveSubscriptions:
            guard !hasActiveSubscription(owner, on: shown) else { throw .receiptInUse }
        case .keepWithOriginal: throw .receiptInUse
        case .share:
            guard !buying else { throw .receiptInUse }
        }
    }

    /// Applies the restore behavior to receipts that a customer shows and may claim.
    mutating func claim(_ shown: [Int], by requester: Int) {
        guard let owner = shown.first.map({ receipts[$0].owner }), owner != requester else {
            return
        }
        if customers[owner].isAnonymous || settings.restoreBehavior == .share {
            merge(owner, into: requester)
        } else {
            move(shown, from: owner, to: requester)
        }
    }

    /// Whether a shown subscription gives access; one-time purchases do not count.
    private func hasActiveSubscription(_ owner: Int, on shown: [Int]) -> Bool {
        subscriptions(of: owner, on: shown).contains { subscriptions[$0].givesAccess(at: present) }
    }

    func subscriptions(of owner: Int, on shown: [Int]) -> [Int] {
        customers[owner].subscriptions.filter {
            subscriptions[$0].receipt.map(shown.contains) ?? false
        }
    }

    private mutating func move(_ shown: [Int], from source: Int, to target: Int) {
        let moved = subscriptions(of: source, on: shown)
        let movedOnce = customers[source].oneTimePurchases.filter {
            shown.contains(oneTimePurchases[$0].receipt)
        }
        customers[source].receipts.removeAll(where: shown.contains)
        customers[source].subscriptions.removeAll(where: moved.contains)
        customers[source].oneTimePurchases.removeAll(where: movedOnce.contains)
        customers[target].receipts += shown
        customers[target].subscriptions += moved
        customers[target].oneTimePurchases += movedOnce
        for receipt in shown { receipts[receipt].owner = target }
        for number in moved { subscriptions[number].owner = target }
        for number in movedOnce { oneTimePurchases[number].owner = target }
        // One webhook for each store and environment, with all aliases of both sides.
        var told: Set<String> = []
        for receipt in shown.map({ receipts[$0] })
        where told.insert("\(receipt.store) \(receipt.environment)").inserted {
            tellTransfer(receipt, from: customers[source].ids, to: customers[target].ids)
        }
    }
}
