import Entitlements
import TestSupport

/// A year of lives as webhooks, and what each counts, told life by life and not by the SQL's rules.
struct FigureYear {
    /// Where something counts: a day, a product, a store, a country and a currency.
    struct Place: Hashable {
        var day: String
        var product: String
        var store: String
        var country: String
        var currency = ""
    }

    static let start: Timestamp = "2025-10-01T00:00:00Z"
    static let end = start.advanced(byDays: 365)
    static let monthly = "stockpot_plus_monthly"
    /// The catalog lacks it.
    static let annual = "unlisted_annual"

    private(set) var events: [(at: Timestamp, event: RevenueCatEvent)] = []
    /// Counts by figure; `active_…` as changes.
    private(set) var counts: [String: [Place: Int64]] = [:]
    /// Cents by figure.
    private(set) var cents: [String: [Place: Int64]] = [:]
    private var dice: SeededGenerator

    init(lives: Int, seed: UInt64) {
        dice = SeededGenerator(seed: seed)
        for number in 0..<lives { live(number) }
        events.sort { ($0.at, $0.event.id ?? "") < ($1.at, $1.event.id ?? "") }
    }

    private enum Fate: CaseIterable {
        case cancelled, unpaid, recovered, refunded, returned, lapsed, trialCancelled, forever
        case annual, sandbox
    }

    private struct Life {
        let person: String
        let product: String
        let store: String
        let country: String
        let currency: String
        let cents: Int64
        let days: Int64
    }

    private mutating func live(_ number: Int) {
        let fate = Fate.allCases[number % Fate.allCases.count]
        let isGerman = Bool.random(using: &dice)
        let life = Life(
            person: "u_\(number)",
            product: fate == .annual ? Self.annual : fate == .forever ? "ever" : Self.monthly,
            store: Bool.random(using: &dice) ? "APP_STORE" : "PLAY_STORE",
            country: isGerman ? "DE" : "US", currency: isGerman ? "EUR" : "USD",
            cents: fate == .annual ? 3_999 : 499, days: fate == .annual ? 365 : 30)
        var at = Self.start.advanced(bySeconds: Int64.random(in: 0..<(150 * 86_400), using: &dice))
        if fate == .sandbox {
            tell(.initialPurchase(appUserID: life.person, purchasedAt: at).inSandbox, life, at)
            return
        }
        if fate == .forever { return buyForEver(life, at) }
        let hasTrial = fate == .trialCancelled || Bool.random(using: &dice)
        if hasTrial {
            guard let paidAt = tryOut(life, at, isCancelled: fate == .trialCancelled) else {
                return
            }
            at = paidAt
        }
        pay(life, at, hasTrial ? "trials_converted" : "subscriptions_begun")
        for _ in 0..<(fate == .annual ? 0 : Int.random(in: 0...3, using: &dice)) {
            at = at.advanced(byDays: life.days)
            pay(life, at, "subscriptions_renewed")
        }
        finish(life, at, fate)
    }

    /// A trial of seven days; returns when it is paid for.
    private mutating func tryOut(
        _ life: Life, _ at: Timestamp, isCancelled: Bool
    ) -> Timestamp? {
        let until = at.advanced(byDays: 7)
        let (person, product) = (life.person, life.product)
        tell(
            .initialPurchase(
                appUserID: person, product: product, purchasedAt: at, expiresAt: until
            ).asTrial, life, at)
        count("trials_begun", life, at)
        run("active_trials", life, from: at, to: until)
        guard isCancelled else { return until }
        let cancelledAt = at.advanced(byDays: 2)
        for number in 0..<2 {
            tell(
                .cancellation(
                    appUserID: person, product: product, purchasedAt: at, expiresAt: until,
                    at: cancelledAt.advanced(byDays: Int64(number))
                ).asTrial, life, cancelledAt)
        }
        tell(
            .expiration(
                appUserID: person, product: product, purchasedAt: at, expiresAt: until
            ).asTrial, life, until)
        count("trials_cancelled", life, cancelledAt)
        return nil
    }

    /// What ends a subscription whose last period began at a moment.
    private mutating func finish(_ life: Life, _ at: Timestamp, _ fate: Fate) {
        let until = at.advanced(byDays: life.days)
        let (person, product) = (life.person, life.product)
        let paid = firstPayment[person] ?? at
        func expiration(_ reason: String, at moment: Timestamp) -> RevenueCatEvent {
            .expiration(
                appUserID: person, product: product, reason: reason, purchasedAt: at,
                expiresAt: until, at: moment)
        }
        switch fate {
        case .unpaid:
            fail(life, at)
            let over = until.advanced(byDays: 16)
            tell(expiration("BILLING_ERROR", at: over.advanced(bySeconds: 9)), life, over)
            count("churned_involuntarily", life, over)
            run("active_subscriptions", life, from: paid, to: over)
        case .recovered:
            fail(life, at)
            let again = until.advanced(byDays: 3)
            pay(life, again, "subscriptions_renewed")
            count("payments_recovered", life, again)
            end(life, from: paid, to: again.advanced(byDays: life.days))
        case .refunded:
            let refundedAt = at.advanced(byDays: 3)
            tell(
                .refund(
                    appUserID: person, product: product, purchasedAt: at, at: refundedAt
                ), life, refundedAt, cents: -life.cents)
            count("refunds", life, refundedAt, cents: life.cents)
            end(life, from: paid, to: refundedAt)
        case .returned:
            tell(expiration("UNSUBSCRIBE", at: until.advanced(bySeconds: 60)), life, until)
            end(life, from: paid, to: until)
            let again = until.advanced(byDays: 20)
            firstPayment[person] = nil
            pay(life, again, "subscriptions_returned")
            end(life, from: again, to: again.advanced(byDays: life.days))
        case .cancelled:
            tell(
                .cancellation(appUserID: person, product: product, purchasedAt: at), life, at)
            tell(expiration("UNSUBSCRIBE", at: until.advanced(bySeconds: 60)), life, until)
            end(life, from: paid, to: until)
        default:
            // No event tells of the end: the clock does.
            end(life, from: paid, to: until)
        }
    }

    private var firstPayment: [String: Timestamp] = [:]

    /// The payment for the next period fails; there are 16 days of grace.
    private mutating func fail(_ life: Life, _ at: Timestamp) {
        let until = at.advanced(byDays: life.days)
        tell(
            .billingIssue(
                appUserID: life.person, product: life.product, purchasedAt: at, expiresAt: until),
            life, until)
        count("payments_failed", life, until)
    }

    private mutating func buyForEver(_ life: Life, _ at: Timestamp) {
        tell(
            .nonRenewingPurchase(appUserID: life.person, product: life.product, purchasedAt: at),
            life, at, cents: life.cents)
        count("one_time_purchases", life, at)
        count("charges", life, at, cents: life.cents)
        run("active_one_time", life, from: at, to: Self.end)
    }

    private mutating func pay(_ life: Life, _ at: Timestamp, _ figure: String) {
        firstPayment[life.person] = firstPayment[life.person] ?? at
        let until = at.advanced(byDays: life.days)
        let (person, product) = (life.person, life.product)
        let event: RevenueCatEvent =
            figure == "subscriptions_begun"
            ? .initialPurchase(
                appUserID: person, product: product, purchasedAt: at, expiresAt: until)
            : .renewal(appUserID: person, product: product, purchasedAt: at, expiresAt: until)
        tell(event, life, at, cents: life.cents)
        count(figure, life, at)
        count("charges", life, at, cents: life.cents)
    }

    private mutating func end(_ life: Life, from: Timestamp, to: Timestamp) {
        run("active_subscriptions", life, from: from, to: to)
        count("churned_voluntarily", life, to)
    }

    private mutating func run(
        _ figure: String, _ life: Life, from: Timestamp, to: Timestamp
    ) {
        count(figure, life, from)
        count(figure, life, to, -1)
    }

    private mutating func count(
        _ figure: String, _ life: Life, _ at: Timestamp, _ number: Int64 = 1, cents: Int64? = nil
    ) {
        guard at < Self.end else { return }
        var place = Place(
            day: String(at.rfc3339.prefix(10)), product: life.product,
            store: life.store.lowercased(), country: life.country)
        if let cents {
            place.currency = life.currency
            self.cents[figure, default: [:]][place, default: 0] += cents
        }
        counts[figure, default: [:]][place, default: 0] += number
    }

    private mutating func tell(
        _ event: RevenueCatEvent, _ life: Life, _ at: Timestamp, cents: Int64? = nil
    ) {
        var told = event.store(life.store).setting("country_code", .string(life.country))
            .setting("currency", .string(life.currency))
        if let cents {
            let price = JSONDecimal(Double(cents) / 100).map(JSONValue.decimal) ?? 0
            told = told.setting("price", price).setting("price_in_purchased_currency", price)
        }
        events.append((at, told))
    }
}
