import Entitlements

extension World {
    /// Records that a customer was seen, creating an unknown one.
    ///
    /// - Returns: Whether the customer is new.
    @discardableResult
    package mutating func see(_ text: String) throws(Refusal) -> Bool {
        let id = try Self.appUserID(text)
        guard let number = customerNumbers[id] else {
            customerNumbers[id] = customers.count
            customers.append(Customer(id, at: present))
            return true
        }
        touch(id, of: number)
        return false
    }

    /// Logs in as the SDK does: an anonymous customer becomes the identified one.
    ///
    /// If the current customer is identified, or the target has an anonymous alias, the app only
    /// switches.
    package mutating func logIn(from current: String, to target: String) throws(Refusal) {
        let currentID = try Self.appUserID(current)
        let targetID = try Self.appUserID(target)
        guard !targetID.isAnonymous else { throw .invalidAppUserID }
        try see(current)
        guard let anonymous = customerNumbers[currentID], customers[anonymous].isAnonymous else {
            try see(target)
            return
        }
        guard let identified = customerNumbers[targetID] else {
            customerNumbers[targetID] = anonymous
            customers[anonymous].aliases.append(
                Customer.Alias(id: targetID, createdAt: present, lastSeenAt: present))
            tellAlias(anonymous)
            return
        }
        touch(targetID, of: identified)
        if !customers[identified].aliases.contains(where: { $0.id.isAnonymous }) {
            merge(anonymous, into: identified)
        }
    }

    /// Returns an id for an install without sign-in.
    package mutating func newAnonymousID() -> String {
        AppUserID.anonymousPrefix + dice.hexadecimal(digits: 32)
    }

    mutating func touch(_ id: AppUserID, of number: Int) {
        for index in customers[number].aliases.indices
        where customers[number].aliases[index].id == id {
            customers[number].aliases[index].lastSeenAt = present
        }
    }

    /// Returns the number of a customer who acts now, creating an unknown one.
    mutating func active(_ text: String) throws(Refusal) -> Int {
        try see(text)
        return try customerNumber(of: text)
    }

    /// Merges two customers, for good; only old projects get an event.
    mutating func merge(_ source: Int, into target: Int) {
        let merged = customers[source]
        for alias in merged.aliases { customerNumbers[alias.id] = target }
        customers[target].aliases += merged.aliases
        customers[target].receipts += merged.receipts
        customers[target].subscriptions += merged.subscriptions
        customers[target].oneTimePurchases += merged.oneTimePurchases
        if merged.firstSeenAt < customers[target].firstSeenAt {
            customers[target].firstSeenAt = merged.firstSeenAt
            customers[target].originalID = merged.originalID
        }
        for receipt in merged.receipts { receipts[receipt].owner = target }
        for number in merged.subscriptions { subscriptions[number].owner = target }
        for number in merged.oneTimePurchases { oneTimePurchases[number].owner = target }
        customers[source].aliases = []
        customers[source].receipts = []
        customers[source].subscriptions = []
        customers[source].oneTimePurchases = []
        tellAlias(target)
    }
}
