import Entitlements

extension World {
    /// Switches renewal off; access stays.
    ///
    /// If it is too late, Apple has already charged for the first period after the trial, which
    /// then still begins.
    package mutating func cancel(
        _ text: String, _ productID: String, isTooLate: Bool = false
    ) throws(Refusal) {
        let present = present
        let number = try subscription(of: text, productID) {
            !$0.isFamilyShare && $0.willRenew && ($0.givesAccess(at: present) || $0.isPaused)
        }
        if isTooLate {
            let subscription = subscriptions[number]
            let isLastDay = subscription.period.endsAt <= present.advanced(byDays: 1)
            guard subscription.store == .appStore, subscription.period.type == .trial, isLastDay
            else { throw .notOffered }
        }
        for number in group(of: number) {
            subscriptions[number].willRenew = false
            subscriptions[number].cancelledAt = present
            subscriptions[number].isChargedAlready = isTooLate
            subscriptions[number].pendingProduct = nil
            subscriptions[number].pauseEndsAt = nil
            subscriptions[number].isPaused = false
            tell("CANCELLATION", of: number, ["cancel_reason": .string("UNSUBSCRIBE")])
        }
        schedule(number)
    }

    /// Switches renewal on again before the end.
    package mutating func uncancel(_ text: String, _ productID: String) throws(Refusal) {
        let present = present
        let number = try subscription(of: text, productID) {
            !$0.isFamilyShare && $0.cancelledAt != nil && !$0.willRenew
                && $0.givesAccess(at: present)
                && $0.refundedAt == nil && $0.endedAt == nil && !$0.isTemporary
        }
        for number in group(of: number) {
            subscriptions[number].willRenew = true
            subscriptions[number].cancelledAt = nil
            subscriptions[number].isChargedAlready = false
            tell("UNCANCELLATION", of: number)
        }
        schedule(number)
    }

    /// Pauses on Play: no charge and no access for some days after the period's end.
    package mutating func pause(
        _ text: String, _ productID: String, forDays days: Int64
    ) throws(Refusal) {
        let present = present
        let number = try subscription(of: text, productID) {
            $0.givesAccess(at: present) && $0.willRenew && $0.graceEndsAt == nil
                && $0.pauseEndsAt == nil && $0.refundedAt == nil && $0.pendingProduct == nil
                && $0.period.endsAt > present
        }
        guard subscriptions[number].store == .playStore, days > 0 else { throw .notOffered }
        let resumesAt = subscriptions[number].period.endsAt.advanced(byDays: days)
        subscriptions[number].pauseEndsAt = resumesAt
        tell(
            "SUBSCRIPTION_PAUSED", of: number, ["auto_resume_at_ms": .milliseconds(resumesAt)])
        schedule(number)
    }

    /// Ends a pause early, or takes an announced one back.
    ///
    /// RevenueCat does not say what it sends then: here an UNCANCELLATION.
    package mutating func resume(_ text: String, _ productID: String) throws(Refusal) {
        let number = try subscription(of: text, productID) { $0.pauseEndsAt != nil }
        if subscriptions[number].isPaused {
            renew(number, from: present)
        } else {
            subscriptions[number].pauseEndsAt = nil
            tell("UNCANCELLATION", of: number)
        }
        schedule(number)
    }

    /// Extends the period without payment.
    package mutating func extend(
        _ text: String, _ productID: String, byDays days: Int64
    ) throws(Refusal) {
        let present = present
        let number = try subscription(of: text, productID) {
            $0.givesAccess(at: present) && !$0.isFamilyShare && !$0.isTemporary && $0.endedAt == nil
                && $0.graceEndsAt == nil && $0.refundedAt == nil
        }
        guard (1...365).contains(days) else { throw .notOffered }
        for number in group(of: number) {
            subscriptions[number].period.endsAt = subscriptions[number].period.endsAt.advanced(
                byDays: days)
            if let end = subscriptions[number].pauseEndsAt {
                subscriptions[number].pauseEndsAt = end.advanced(byDays: days)
            }
            tell("SUBSCRIPTION_EXTENDED", of: number)
        }
        schedule(number)
    }
}

extension World {
    package enum RefundedPeriod: String, Sendable {
        case latest
        /// Sends no event and changes nothing.
        case earlier
        /// Sends an event that names the period, and changes nothing.
        case earlierTold = "earlier_told"
    }

    /// Refunds a subscription's period, or a product sold once.
    package mutating func refund(
        _ text: String, _ productID: String, _ which: RefundedPeriod = .latest
    ) throws(Refusal) {
        let owner = try customerNumber(of: text)
        if try catalog.product(productID).kind != .subscription {
            return try refundOnce(owner, productID)
        }
        if which != .latest {
            let number = try subscription(of: text, productID) {
                !$0.isFamilyShare && $0.earlierPeriods.contains { $0.priceCents > 0 }
            }
            if which == .earlierTold {
                tell(
                    "CANCELLATION", of: number,
                    former: subscriptions[number].earlierPeriods.last { $0.priceCents > 0 },
                    priceFactor: -1, ["cancel_reason": .string("CUSTOMER_SUPPORT")])
            }
            return
        }
        let number = try subscription(of: text, productID) {
            !$0.isFamilyShare && !$0.isTemporary && $0.refundedAt == nil && $0.graceEndsAt == nil
                && !$0.isPaused && $0.period.priceCents > 0
        }
        // Apple's renewal stays on; revoking a purchase on Play or the web ends it.
        let goesOn = subscriptions[number].store == .appStore
        for number in group(of: number) {
            subscriptions[number].refundedAt = present
            if !goesOn {
                subscriptions[number].willRenew = false
                subscriptions[number].pauseEndsAt = nil
                subscriptions[number].endedAt = subscriptions[number].endedAt ?? present
            }
            tell(
                "CANCELLATION", of: number, priceFactor: -1,
                ["cancel_reason": .string("CUSTOMER_SUPPORT")])
        }
        schedule(number)
    }

    /// Reverses Apple's refund.
    package mutating func reverseRefund(_ text: String, _ productID: String) throws(Refusal) {
        let number = try subscription(of: text, productID) {
            !$0.isFamilyShare && $0.refundedAt != nil && $0.store == .appStore
        }
        for number in group(of: number) {
            subscriptions[number].refundedAt = nil
            tell("REFUND_REVERSED", of: number)
        }
        schedule(number)
    }

    private mutating func refundOnce(_ owner: Int, _ productID: String) throws(Refusal) {
        guard
            let number = customers[owner].oneTimePurchases.last(where: {
                oneTimePurchases[$0].product.id == productID
                    && oneTimePurchases[$0].refundedAt == nil
            })
        else { throw .noSuchPurchase }
        oneTimePurchases[number].refundedAt = present
        tell(
            "CANCELLATION", of: oneTimePurchases[number], priceFactor: -1,
            ["cancel_reason": .string("CUSTOMER_SUPPORT")])
    }
}
