package import Entitlements

/// RevenueCat and the stores behind it, as a value: customers, purchases and the time.
///
/// Reads no clock, and takes all randomness from its seed: the same seed and acts give the same
/// bytes. Like the stores, its time has whole seconds.
package struct World: Sendable {
    package let catalog: Catalog
    package var settings: Settings
    package internal(set) var present: Timestamp

    var customers: [Customer] = []
    var customerNumbers: [AppUserID: Int] = [:]
    var receipts: [Receipt] = []
    var subscriptions: [Subscription] = []
    var oneTimePurchases: [OneTimePurchase] = []
    /// Every transaction, past and present.
    var transactions: [String: PurchaseNumber] = [:]

    /// The subscriptions by their next due time; some entries are out of date.
    var agenda = Agenda<Int>()
    var dice: Dice
    let seed: UInt64
    private var events: [SimulatedEvent] = []

    package init(
        catalog: Catalog = .example, settings: Settings = Settings(), seed: UInt64,
        startingAt start: Timestamp
    ) {
        self.catalog = catalog
        self.settings = settings
        self.seed = seed
        dice = Dice(seed: seed)
        present = start.wholeSecond
    }

    /// Removes and returns the new events, in the order RevenueCat created them.
    package mutating func takeEvents() -> [SimulatedEvent] {
        defer { events = [] }
        return events
    }

    mutating func add(_ event: SimulatedEvent) {
        events.append(event)
    }
}

extension World {
    /// The earliest time at which a change is due.
    package mutating func nextChange() -> Timestamp? {
        while let first = agenda.first {
            if isDue(first.thing, at: first.time) { return first.time }
            agenda.removeFirst()
        }
        return nil
    }

    /// Advances the time; changes due by then happen in order.
    ///
    /// Time never goes back.
    package mutating func advance(to target: Timestamp) {
        while let next = nextChange(), next <= target, let due = agenda.first {
            agenda.removeFirst()
            present = max(present, next)
            happen(to: due.thing)
            schedule(due.thing)
        }
        present = max(present, target.wholeSecond)
    }

    private func isDue(_ number: Int, at time: Timestamp) -> Bool {
        dueTime(of: number) == time
    }

    func dueTime(of number: Int) -> Timestamp? {
        subscriptions[number].dueAt(chargedAheadBySeconds: settings.renewalLeadSeconds)
    }

    /// Must be called after every change to a subscription.
    mutating func schedule(_ number: Int) {
        if let time = dueTime(of: number) { agenda.add(number, at: time) }
    }
}

extension World {
    package var customerCount: Int { customers.count { !$0.aliases.isEmpty } }

    /// One id of each customer.
    package var appUserIDs: [String] { customers.filter { !$0.aliases.isEmpty }.map(\.currentID) }

    func customerNumber(of text: String) throws(Refusal) -> Int {
        guard let number = try knownNumber(of: text) else { throw .unknownCustomer }
        return number
    }

    /// Nil for an unknown id.
    func knownNumber(of text: String) throws(Refusal) -> Int? {
        customerNumbers[try Self.appUserID(text)]
    }

    /// Whether one of these subscriptions is of the product and has not ended.
    func isHeld(_ productID: String, among numbers: [Int]) -> Bool {
        numbers.contains {
            subscriptions[$0].product.id == productID && !subscriptions[$0].isGrant
                && (subscriptions[$0].givesAccess(at: present) || subscriptions[$0].isPaused)
        }
    }

    /// Returns a customer's longest-lasting subscription of a product that fits.
    func subscription(
        of text: String, _ productID: String, where fits: (Subscription) -> Bool = { _ in true }
    ) throws(Refusal) -> Int {
        let owner = try customerNumber(of: text)
        let numbers = customers[owner].subscriptions.filter {
            subscriptions[$0].product.id == productID && !subscriptions[$0].isGrant
                && fits(subscriptions[$0])
        }
        guard
            let number = numbers.max(by: {
                subscriptions[$0].accessEndsAt < subscriptions[$1].accessEndsAt
            })
        else { throw .noSuchPurchase }
        return number
    }

    /// A subscription and its family shares, which change together.
    func group(of number: Int) -> [Int] { [number] + subscriptions[number].members }

    mutating func newTransactionID(_ store: Store) -> String {
        switch store {
        case .appStore: return String(dice.roll(100_000_000_000_000...999_999_999_999_999))
        case .playStore:
            let numbers = [9_999, 9_999, 9_999, 99_999].map { dice.roll(0...$0) }
            return "GPA.\(numbers.map { String($0 + 100_000).dropFirst(2) }.joined(separator: "-"))"
        case .stripe, .webBilling: return "in_\(dice.hexadecimal(digits: 24))"
        case .promotional, .testStore: return dice.hexadecimal(digits: 32)
        }
    }
}

extension Timestamp {
    var wholeSecond: Timestamp {
        Timestamp(milliseconds: secondsSinceEpoch * 1_000) ?? self
    }

    var millisecondsSinceEpoch: Int64 { microsecondsSinceEpoch / 1_000 }

    func advanced(byDays days: Int64) -> Timestamp { advanced(bySeconds: days * 86_400) }
}
