package import Entitlements

/// A random history of a few people, with events and snapshots that may contradict each other.
///
/// The same seed gives the same history. All ids carry `prefix`. Two chains may share a product:
/// they are in two stores, in two environments, or two plans on Play, because a snapshot without a
/// known transaction identifies a chain only by these. Snapshots of one app user share no time.
package struct ReadHistory {
    package enum Evidence: Sendable {
        case event(RevenueCatEvent)
        case snapshot(TestSnapshot)
    }

    package private(set) var evidence: [Evidence] = []

    private var generator: SeededGenerator
    private let prefix: String
    private var people: [String] = []
    private var oneTime: [Bool] = []
    private var offers: [Offer] = []
    private var clock: Timestamp

    package init(seed: UInt64, prefix: String, from start: Timestamp = "2026-01-01T00:00:00Z") {
        self.prefix = prefix
        clock = start
        generator = SeededGenerator(seed: seed)
        people = (0..<pick(1...3)).map { "\(prefix)u\($0)" }
        people += (0..<pick(0...3)).map { "\(AppUserID.anonymousPrefix)\(prefix)a\($0)" }
        oneTime = (0..<pick(1...4)).map { _ in pick(1...3) == 1 }
        for chain in oneTime.indices { offers.append(offer(of: chain)) }
        for index in 0..<pick(3...9) {
            if pick(1...10) > 3 { pass(hours: 400) }
            switch pick(1...14) {
            case 1, 2: add(.transfer(from: several(), to: several(), at: clock), index)
            case 3: add(.subscriberAlias(appUserID: somebody(), aliases: several()), index)
            case 4...7: addSnapshots()
            default: add(purchase(chain: pick(0...(oneTime.count - 1))), index)
            }
        }
    }

    /// The evidence in another order, with some repeated.
    package func shuffled(using generator: inout SeededGenerator) -> [Evidence] {
        (evidence + evidence.filter { _ in generator.next() % 4 == 0 }).shuffled(using: &generator)
    }
}

extension ReadHistory {
    /// What a chain buys, and where.
    private struct Offer {
        var product: String
        var store = "APP_STORE"
        var environment = "PRODUCTION"
    }

    /// A product of its own, or a second place of the previous chain's.
    private mutating func offer(of chain: Int) -> Offer {
        guard chain % 2 == 1, !oneTime[chain], !oneTime[chain - 1], pick(1...3) > 1 else {
            let isOnPlay = !oneTime[chain] && pick(1...3) == 1
            return Offer(
                product: "\(prefix)p\(chain)\(isOnPlay ? ":monthly" : "")",
                store: isOnPlay ? "PLAY_STORE" : "APP_STORE")
        }
        var offer = offers[chain - 1]
        switch pick(1...3) {
        case 1: offer.store = "STRIPE"
        case 2: offer.environment = "SANDBOX"
        default:
            offer.store = "PLAY_STORE"
            offer.product = "\(prefix)p\(chain - 1):annual"
        }
        return offer
    }

    private mutating func pick(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private mutating func pass(hours: Int) {
        clock = clock.advanced(bySeconds: Int64(pick(1...hours)) * 3_600)
    }

    private mutating func somebody() -> String { people[pick(0...(people.count - 1))] }

    private mutating func several() -> [String] {
        Array(people.shuffled(using: &generator).prefix(pick(1...2)))
    }

    private mutating func add(_ event: RevenueCatEvent, _ index: Int) {
        evidence.append(.event(event.id("\(prefix)e\(index)").occurring(at: clock)))
    }

    /// Adds a snapshot, and often an equal one later.
    private mutating func addSnapshots() {
        pass(hours: 1)
        var snapshot = TestSnapshot(of: somebody(), at: clock)
        if pick(1...10) > 7 { snapshot.aliases = several() }
        for chain in oneTime.indices where pick(1...10) > 4 {
            snapshot.purchases.append(listed(chain: chain))
        }
        if pick(1...10) > 7, let offer = offers.randomElement(using: &generator) {
            snapshot = snapshot.active(through: offer.product)
        }
        evidence.append(.snapshot(snapshot))
        guard pick(1...10) > 6 else { return }
        pass(hours: 50)
        snapshot.readAt = clock
        evidence.append(.snapshot(snapshot))
    }

    private mutating func listed(chain: Int) -> TestSnapshot.Purchase {
        let entry = TestSnapshot.Purchase.like(opening(chain: chain))
        return switch pick(1...8) {
        case 1: entry.cancelled(at: clock)
        case 2: entry.at("refunded_at", clock)
        case 3: entry.setting("gives_access", .bool(pick(0...1) == 1))
        default: entry
        }
    }

    private mutating func opening(chain: Int) -> RevenueCatEvent {
        let purchased = clock.advanced(bySeconds: Int64([0, 0, 8, -300][pick(0...3)]) * 3_600)
        let expires = purchased.advanced(byDays: Int64([4, 30, 31][pick(0...2)]))
        let offer = offers[chain]
        let product = offer.product
        let event: RevenueCatEvent =
            oneTime[chain]
            ? .nonRenewingPurchase(
                appUserID: somebody(), product: product, purchasedAt: purchased)
            : .renewal(
                appUserID: somebody(), product: product, purchasedAt: purchased,
                expiresAt: expires)
        return event.transaction("\(prefix)t\(chain)", original: "\(prefix)c\(chain)")
            .store(offer.store).setting("environment", .string(offer.environment))
    }

    private mutating func purchase(chain: Int) -> RevenueCatEvent {
        let event = opening(chain: chain)
        let kinds =
            oneTime[chain]
            ? ["NON_RENEWING_PURCHASE", "NON_RENEWING_PURCHASE", "REFUND_REVERSED", "CANCELLATION"]
            : [
                "INITIAL_PURCHASE", "RENEWAL", "RENEWAL", "CANCELLATION", "UNCANCELLATION",
                "BILLING_ISSUE", "EXPIRATION", "SUBSCRIPTION_PAUSED", "SUBSCRIPTION_EXTENDED",
                "REFUND_REVERSED", "PRODUCT_CHANGE", "PRODUCT_CHANGE",
            ]
        let kind = kinds[pick(0...(kinds.count - 1))]
        let isRefund = kind == "CANCELLATION" && (oneTime[chain] || pick(0...1) == 1)
        let changed = event.setting("type", .string(kind))
            .setting("cancel_reason", isRefund ? "CUSTOMER_SUPPORT" : "UNSUBSCRIBE")
        return pick(1...5) > 3 ? changed.aliases(several()) : changed
    }
}
