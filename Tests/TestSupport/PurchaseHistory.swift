package import Entitlements

/// A random valid history of a few people: purchases, cancellations, refunds, aliases and
/// transfers.
///
/// The same seed gives the same history. All ids carry `prefix`, so that a history can be delivered
/// many times without collisions.
package struct PurchaseHistory {
    package private(set) var events: [RevenueCatEvent] = []

    private var generator: SeededGenerator
    private let prefix: String
    private var people: [String] = []
    /// Two ids that no event names with others, of which the anonymous one is identified as the
    /// other.
    package let merging: (anonymous: String, identified: String)?
    private var clock: Timestamp

    package init(
        seed: UInt64, prefix: String, isMerging: Bool = false,
        from start: Timestamp = "2026-01-01T00:00:00Z"
    ) {
        self.prefix = prefix
        clock = start
        merging =
            isMerging ? ("\(AppUserID.anonymousPrefix)\(prefix)m", "\(prefix)account") : nil
        generator = SeededGenerator(seed: seed)
        people = (0..<pick(1...3)).map { "\(prefix)u\($0)" }
        people += (0..<pick(0...3)).map { "\(AppUserID.anonymousPrefix)\(prefix)a\($0)" }
        let chains = pick(1...3)
        for index in 0..<pick(3...8) {
            // Sometimes several events share a timestamp, as RevenueCat's do.
            if pick(1...10) > 3 { clock = clock.advanced(bySeconds: Int64(pick(1...400)) * 3_600) }
            let event = event(chain: pick(0...(chains - 1)))
            events.append(event.id("\(prefix)e\(index)").occurring(at: clock))
        }
    }

    /// The events in another order, with some repeated.
    package func shuffled(using generator: inout SeededGenerator) -> [RevenueCatEvent] {
        (events + events.filter { _ in generator.next() % 4 == 0 }).shuffled(using: &generator)
    }
}

extension PurchaseHistory {
    private mutating func pick(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private mutating func somebody() -> String {
        people[pick(0...(people.count - 1))]
    }

    /// A random id, which may be one of `merging`.
    private mutating func anybody() -> String {
        guard let merging, pick(1...2) == 1 else { return somebody() }
        return pick(1...2) == 1 ? merging.anonymous : merging.identified
    }

    private mutating func event(chain: Int) -> RevenueCatEvent {
        switch pick(1...12) {
        case 1, 2:
            .transfer(
                from: merging == nil ? several() : [anybody()],
                to: merging == nil ? several() : [anybody()], at: clock)
        case 3:
            .subscriberAlias(appUserID: somebody(), aliases: several(), at: clock)
        default:
            purchaseEvent(chain: chain)
        }
    }

    private mutating func several() -> [String] {
        Array(people.shuffled(using: &generator).prefix(pick(1...2)))
    }

    private mutating func purchaseEvent(chain: Int) -> RevenueCatEvent {
        let somebody = anybody()
        let product = ["digero_premium_monthly", "digero_premium_annual"][pick(0...1)]
        let purchased = clock.advanced(bySeconds: Int64([0, 0, 8, -300][pick(0...3)]) * 3_600)
        let expires = purchased.advanced(byDays: Int64([4, 30, 31][pick(0...2)]))
        let kinds: [RevenueCatEvent] = [
            .initialPurchase(appUserID: somebody, product: product, purchasedAt: purchased),
            .renewal(appUserID: somebody, product: product, purchasedAt: purchased),
            .renewal(appUserID: somebody, product: product, purchasedAt: purchased),
            .cancellation(appUserID: somebody, product: product, purchasedAt: purchased),
            .refund(appUserID: somebody, product: product, purchasedAt: purchased),
            .uncancellation(appUserID: somebody, product: product, purchasedAt: purchased),
            .billingIssue(appUserID: somebody, product: product, purchasedAt: purchased),
            .expiration(appUserID: somebody, product: product, purchasedAt: purchased),
            .productChange(
                appUserID: somebody, from: product, to: "digero_premium_annual",
                purchasedAt: purchased),
            .nonRenewingPurchase(
                appUserID: somebody, product: "digero_premium_lifetime", purchasedAt: purchased),
            .subscriptionPaused(appUserID: somebody, product: product, purchasedAt: purchased),
            .subscriptionExtended(
                appUserID: somebody, product: product, purchasedAt: purchased, expiresAt: expires),
            .refundReversed(appUserID: somebody, product: product, purchasedAt: purchased),
            .refund(
                appUserID: somebody, product: product,
                purchasedAt: purchased.advanced(byDays: -30), at: purchased),
            .expiration(
                appUserID: somebody, product: "digero_premium_lifetime",
                reason: "CUSTOMER_SUPPORT", purchasedAt: purchased),
            RevenueCatEvent.renewal(
                appUserID: somebody, product: product, purchasedAt: purchased
            ).setting("price", 0).setting("price_in_purchased_currency", 0),
        ]
        // Some chains have one transaction, others one for each period; one is a family's share.
        let chosen = kinds[pick(0...(kinds.count - 1))]
        let period = chosen.fields["purchased_at_ms"].map { "\($0)" } ?? ""
        let transaction = chain == 0 ? "\(prefix)t\(chain)" : "\(prefix)t\(chain)-\(period)"
        // A transfer is of the App Store, and moves its chains only.
        let event = (chain == 2 ? chosen.asFamilyShare : chosen)
            .store(chain.isMultiple(of: 2) ? "APP_STORE" : "STRIPE")
            .transaction(transaction, original: "\(prefix)c\(chain)")
        let isNamedAlone = somebody == merging?.anonymous || somebody == merging?.identified
        return pick(1...5) > 3 && !isNamedAlone
            ? event.aliases([somebody, self.somebody()]) : event
    }
}
