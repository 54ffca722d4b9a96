import Entitlements

extension World {
    /// Performs a subscription's due change.
    mutating func happen(to number: Int) {
        let subscription = subscriptions[number]
        if subscription.isPaused {
            renew(number, from: subscription.pauseEndsAt ?? present)
        } else if subscription.refundedAt != nil {
            renew(number, from: subscription.period.endsAt)
        } else if let graceEndsAt = subscription.graceEndsAt {
            expire(number, at: graceEndsAt, because: "BILLING_ERROR")
        } else if subscription.pauseEndsAt != nil {
            expire(number, at: subscription.period.endsAt, because: "SUBSCRIPTION_PAUSED")
            subscriptions[number].isPaused = true
        } else if subscription.renewsByItself {
            renew(number, from: subscription.period.endsAt)
        } else if subscription.willRenew {
            failToCharge(number)
        } else {
            expire(number, at: subscription.period.endsAt, because: "UNSUBSCRIBE")
        }
    }

    mutating func renew(_ number: Int, from start: Timestamp) {
        let group = group(of: number)
        if let product = subscriptions[number].pendingProduct {
            subscriptions[number].endedAt = min(start, subscriptions[number].accessEndsAt)
            replace(number, by: product, from: start)
            return
        }
        for number in group {
            let isConversion = subscriptions[number].period.type == .trial
            let product = subscriptions[number].product
            let period = renewedPeriod(number, of: product, from: start)
            subscriptions[number].earlierPeriods.append(subscriptions[number].period)
            subscriptions[number].period = period
            transactions[period.transactionID] = .subscription(number)
            subscriptions[number].isChargedAlready = false
            subscriptions[number].billingIssueAt = nil
            subscriptions[number].graceEndsAt = nil
            subscriptions[number].pauseEndsAt = nil
            subscriptions[number].isPaused = false
            subscriptions[number].refundedAt = nil
            subscriptions[number].endedAt = nil
            tell("RENEWAL", of: number, ["is_trial_conversion": .bool(isConversion)])
        }
    }

    mutating func renewedPeriod(
        _ number: Int, of product: Product, from start: Timestamp
    ) -> Subscription.Period {
        Subscription.Period(
            type: .normal, startsAt: start,
            endsAt: start.advanced(bySeconds: product.periodSeconds),
            transactionID: newTransactionID(subscriptions[number].store),
            priceCents: subscriptions[number].isFamilyShare ? 0 : product.priceCents)
    }

    mutating func expire(_ number: Int, at end: Timestamp, because reason: String) {
        for number in group(of: number) {
            subscriptions[number].endedAt = end
            tell("EXPIRATION", of: number, ["expiration_reason": .string(reason)])
        }
    }

    private mutating func failToCharge(_ number: Int) {
        let subscription = subscriptions[number]
        if isPastDue(subscription) { return goOnUnpaid(number) }
        let days = subscription.product.graceDays
        let end = subscription.period.endsAt
        for number in group(of: number) {
            subscriptions[number].billingIssueAt = present
            subscriptions[number].graceEndsAt = days > 0 ? end.advanced(byDays: days) : nil
            let grace = subscriptions[number].graceEndsAt
            tell(
                "BILLING_ISSUE", of: number,
                ["grace_period_expiration_at_ms": .milliseconds(grace)])
            tell("CANCELLATION", of: number, ["cancel_reason": .string("BILLING_ERROR")])
        }
        if days <= 0 { expire(number, at: end, because: "BILLING_ERROR") }
    }
}

extension World {
    /// Makes charges fail until the payment is mended.
    package mutating func breakPayment(of text: String, _ productID: String) throws(Refusal) {
        let number = try subscription(of: text, productID) {
            !$0.isFamilyShare && $0.endedAt == nil && $0.willRenew && !$0.isPaymentBroken
                && $0.billingIssueAt == nil
        }
        subscriptions[number].isPaymentBroken = true
        schedule(number)
    }

    /// Charges successfully again: in grace no day is lost, later the period begins now.
    package mutating func mendPayment(of text: String, _ productID: String) throws(Refusal) {
        let present = present
        let number = try subscription(of: text, productID) {
            $0.isPaymentBroken && ($0.endedAt == nil || $0.isInBillingRetry(at: present))
        }
        subscriptions[number].isPaymentBroken = false
        let subscription = subscriptions[number]
        if subscription.billingIssueAt != nil, subscription.willRenew, !isPastDue(subscription) {
            let isOver = subscription.endedAt != nil
            renew(number, from: isOver ? present : subscription.period.endsAt)
        }
        schedule(number)
    }
}
