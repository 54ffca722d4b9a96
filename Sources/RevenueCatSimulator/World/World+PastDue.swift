import Entitlements

extension World {
    /// Whether a failed charge leaves the subscription running, by Stripe's settings.
    func isPastDue(_ subscription: Subscription) -> Bool {
        settings.staysPastDue && subscription.store == .stripe
    }

    /// Renews without a price, two seconds after the only event about the failed charge.
    mutating func goOnUnpaid(_ number: Int) {
        if subscriptions[number].billingIssueAt == nil {
            subscriptions[number].billingIssueAt = present
            tell("BILLING_ISSUE", of: number, ["grace_period_expiration_at_ms": .null])
            present = present.advanced(bySeconds: 2)
        }
        let former = subscriptions[number].period
        var period = renewedPeriod(
            number, of: subscriptions[number].product, from: former.endsAt)
        period.priceCents = 0
        subscriptions[number].earlierPeriods.append(former)
        subscriptions[number].period = period
        transactions[period.transactionID] = .subscription(number)
        tell("RENEWAL", of: number, ["is_trial_conversion": .bool(former.type == .trial)])
    }
}
