import Entitlements
import EntitlementsDatabase
import TestSupport

private let forever: Timestamp = "2999-01-01T00:00:00Z"
private let january: Timestamp = "2026-01-01T00:00:00Z"
private let february: Timestamp = "2026-02-01T00:00:00Z"
private let lifetime = "digero_premium_lifetime"

/// Lives in which a rule decides what an event means (decision 0156).
extension ExplainedLife {
    static let rules = [
        ExplainedLife("former_payment", "own_purchase") {
            try await $0.receive(.renewal(purchasedAt: february, expiresAt: forever))
            try await $0.receive(
                .renewal(purchasedAt: january, expiresAt: february)
                    .occurring(at: "2026-02-03T00:00:00Z"))
        },
        ExplainedLife("former_refund", "own_purchase") {
            try await $0.receive(.initialPurchase(purchasedAt: january, expiresAt: february))
            try await $0.receive(.renewal(purchasedAt: february, expiresAt: forever))
            try await $0.receive(.refund(purchasedAt: january, at: "2026-02-03T00:00:00Z"))
        },
        ExplainedLife("lifetime_goes_on", like: "digero", asking: "entitlement_id=premium") {
            try await $0.receive(
                .nonRenewingPurchase(product: lifetime, originalTransactionID: "1"))
            try await $0.receive(.expiration(product: lifetime, originalTransactionID: "1"))
        },
        ExplainedLife(
            "lifetime_refunded", "refunded", like: "digero", asking: "entitlement_id=premium"
        ) {
            try await $0.receive(
                .nonRenewingPurchase(
                    product: lifetime, purchasedAt: january, originalTransactionID: "1"))
            try await $0.receive(
                .expiration(
                    product: lifetime, reason: "CUSTOMER_SUPPORT", purchasedAt: january,
                    at: february, originalTransactionID: "1"))
        },
        ExplainedLife("pause_taken_back") {
            try await $0.receive(RevenueCatEvent.nowRunning().store("PLAY_STORE"))
            try await $0.receive(.subscriptionPaused(expiresAt: forever))
            try await $0.receive(
                RevenueCatEvent.uncancellation(
                    expiresAt: forever, at: RevenueCatEvent.defaultPurchase.advanced(byDays: 7)
                ).store("PLAY_STORE"))
        },
        ExplainedLife("renewal_unpaid") {
            try await $0.receive(
                RevenueCatEvent.initialPurchase(purchasedAt: january, expiresAt: february)
                    .store("STRIPE"))
            try await $0.receive(
                RevenueCatEvent.billingIssue(purchasedAt: january, expiresAt: february)
                    .store("STRIPE"))
            try await $0.receive(
                RevenueCatEvent.renewal(
                    purchasedAt: february.advanced(bySeconds: 60), expiresAt: forever
                ).store("STRIPE").setting("price", 0).setting("price_in_purchased_currency", 0))
        },
        ExplainedLife("family_share_ended") {
            try await $0.receive(
                RevenueCatEvent.initialPurchase(purchasedAt: january).asFamilyShare)
            try await $0.receive(
                RevenueCatEvent.cancellation(
                    reason: "CUSTOMER_SUPPORT", purchasedAt: january
                ).asFamilyShare)
        },
        ExplainedLife("payment_pending", "wait") {
            let entry = TestSnapshot.Purchase.like(.nowRunning())
            try await $0.add(
                TestSnapshot(at: "2026-11-02T00:00:00Z").listing(
                    entry.setting("gives_access", false).setting("is_pending", true)))
        },
    ]
}
