import Entitlements
import TestSupport

/// A case of a purchase: the events that RevenueCat sends, and what its REST API then lists.
struct Flow: CustomStringConvertible, Sendable {
    let description: String
    let events: [RevenueCatEvent]
    let snapshot: TestSnapshot

    static let bought = RevenueCatEvent.defaultPurchase
    static func day(_ number: Int64) -> Timestamp { bought.advanced(byDays: number) }

    init(
        _ description: String, read number: Int64, _ events: [RevenueCatEvent],
        lists purchases: TestSnapshot.Purchase...
    ) {
        self.description = description
        self.events = events
        snapshot = TestSnapshot(at: Self.day(number)).listing(purchases)
    }
}

extension Flow {
    private static let initial = RevenueCatEvent.initialPurchase()
    private static let renewal = RevenueCatEvent.renewal()
    private static let trial = RevenueCatEvent.initialPurchase(expiresAt: day(7)).asTrial
    private static let converted =
        RevenueCatEvent.renewal(purchasedAt: day(7)).setting("is_trial_conversion", true)
    private static let listed = TestSnapshot.Purchase.like(initial)
    private static let cancelledByStore = RevenueCatEvent.cancellation(
        reason: "BILLING_ERROR", at: day(30))
    private static let withoutGrace = RevenueCatEvent.billingIssue(at: day(30))
        .setting("grace_period_expiration_at_ms", nil)
    private static let unpaid = listed.cancelled(at: day(30)).at("billing_issue_at", day(30))
    private static let inGrace = unpaid.at("expires_at", day(46)).at("grace_expires_at", day(46))

    static let subscriptions = [
        Flow("first subscription", read: 1, [initial], lists: listed),
        Flow("renewal", read: 31, [initial, renewal], lists: .like(renewal)),
        Flow("trial", read: 1, [trial], lists: .like(trial)),
        Flow("trial converts", read: 8, [trial, converted], lists: .like(converted)),
        Flow(
            "trial cancelled", read: 2, [trial, .cancellation(expiresAt: day(7)).asTrial],
            lists: .like(trial).cancelled(at: day(1))),
        Flow(
            "trial cancelled and over", read: 8,
            [trial, .cancellation(expiresAt: day(7)).asTrial, .expiration(expiresAt: day(7))],
            lists: .like(trial).cancelled(at: day(1))),
        Flow(
            "trial cancelled on its last day and charged all the same", read: 8,
            [trial, .cancellation(expiresAt: day(7), at: day(6)).asTrial, converted],
            lists: .like(converted)),
        Flow(
            "cancelled", read: 2, [initial, .cancellation()], lists: listed.cancelled(at: day(1))),
        Flow(
            "cancelled and lapsed", read: 31, [initial, .cancellation(), .expiration()],
            lists: listed.cancelled(at: day(1))),
        Flow(
            "change of mind", read: 4, [initial, .cancellation(), .uncancellation()],
            lists: listed),
        Flow(
            "resubscribed after a lapse", read: 41,
            [initial, .cancellation(), .expiration(), .renewal(purchasedAt: day(40))],
            lists: .like(.renewal(purchasedAt: day(40))).at("original_purchased_at", bought)),
        Flow(
            "charged hours ahead", read: 29,
            [initial, renewal.occurring(at: day(29))],
            lists: .like(renewal).at("original_purchased_at", bought)),
        Flow(
            "extended", read: 7, [initial, .subscriptionExtended(expiresAt: day(40))],
            lists: listed.at("expires_at", day(40))),
        Flow("refunded", read: 3, [initial, .refund()], lists: listed.refunded(at: day(2))),
        Flow(
            "refund reversed", read: 5, [initial, .refund(), .refundReversed()], lists: listed),
    ]

    static let payments = [
        Flow(
            "unpaid without grace", read: 31,
            [initial, withoutGrace, cancelledByStore, .expiration(reason: "BILLING_ERROR")],
            lists: unpaid),
        Flow(
            "unpaid in grace", read: 35, [initial, .billingIssue(), cancelledByStore],
            lists: inGrace),
        Flow(
            "unpaid in grace and paid", read: 34,
            [initial, .billingIssue(), cancelledByStore, .renewal(purchasedAt: day(33))],
            lists: .like(.renewal(purchasedAt: day(33))).at("original_purchased_at", bought)),
        Flow(
            "unpaid to the end of grace", read: 47,
            [
                initial, .billingIssue(), cancelledByStore,
                .expiration(reason: "BILLING_ERROR", at: day(46)),
            ],
            lists: inGrace),
        Flow(
            "past due, with renewals of nothing", read: 31,
            [initial, withoutGrace, renewal.setting("price", 0)].map { $0.store("STRIPE") },
            lists: .like(renewal.store("STRIPE")).at("original_purchased_at", bought)),
        Flow(
            "invoice", read: 1, [.invoiceIssuance(), initial.store("RC_BILLING")],
            lists: .like(initial.store("RC_BILLING"))),
        Flow(
            "store outage", read: 1,
            [.temporaryEntitlementGrant(product: RevenueCatEvent.defaultProduct), initial],
            lists: listed),
    ]
}

extension Flow {
    private static let onPlay = initial.store("PLAY_STORE")
        .setting("product_id", "stockpot_plus:monthly")
    private static let listedOnPlay = TestSnapshot.Purchase.like(onPlay)
        .setting("product_id", "stockpot_plus").setting("product_plan_id", "monthly")
    private static let paused = RevenueCatEvent.subscriptionPaused()
        .setting("product_id", "stockpot_plus:monthly")
    private static let pauseEnded = onPlay.setting("type", "EXPIRATION").id("pause ended")
        .setting("expiration_reason", "SUBSCRIPTION_PAUSED").occurring(at: day(30))
    private static let pausedOnPlay = listedOnPlay.setting("will_renew", false)
        .at("auto_resume_at", day(60))

    private static let upgraded = RevenueCatEvent.renewal(
        product: "pro", purchasedAt: day(9), originalTransactionID: transaction)
    private static let moved = RevenueCatEvent.initialPurchase(
        product: "pro:yearly", purchasedAt: day(9), originalTransactionID: "GPA.2")
    private static let downgraded = RevenueCatEvent.renewal(
        product: "basic", originalTransactionID: transaction)
    private static let transaction = initial.fields["original_transaction_id"]?.string

    private static func change(to product: String) -> RevenueCatEvent {
        .productChange(from: RevenueCatEvent.defaultProduct, to: product, at: day(8))
    }

    static let changes = [
        Flow("a plan on Play", read: 1, [onPlay], lists: listedOnPlay),
        Flow("paused from the end of the period", read: 6, [onPlay, paused], lists: pausedOnPlay),
        Flow("paused", read: 31, [onPlay, paused, pauseEnded], lists: pausedOnPlay),
        Flow(
            "upgraded at once", read: 10, [initial, change(to: "pro"), upgraded],
            lists: .like(upgraded).at("original_purchased_at", bought),
            listed.at("expires_at", day(9)).setting("will_renew", false)),
        Flow(
            "changed at once on Play", read: 10,
            [
                onPlay, change(to: "pro:yearly").store("PLAY_STORE"),
                moved.store("PLAY_STORE"),
            ],
            lists: .like(moved.store("PLAY_STORE")).setting("product_id", "pro"),
            listedOnPlay.at("expires_at", day(9)).setting("will_renew", false)),
        Flow("downgrade asked for", read: 9, [initial, change(to: "basic")], lists: listed),
        Flow(
            "downgraded", read: 31, [initial, change(to: "basic"), downgraded],
            lists: .like(downgraded).at("original_purchased_at", bought),
            listed.setting("will_renew", false)),
    ]

    private static let lifetime = RevenueCatEvent.nonRenewingPurchase(product: "lifetime")
    private static let consumable = RevenueCatEvent.nonRenewingPurchase(
        product: "consumable", purchasedAt: day(1))
    private static let second = RevenueCatEvent.nonRenewingPurchase(
        product: "consumable", purchasedAt: day(2))
    private static let granted = RevenueCatEvent.promotionalGrant()
    private static let listedGrant = TestSnapshot.Purchase.like(granted)
        .setting("is_one_time", false).setting("will_renew", false)
    private static let takenBack = granted.setting("type", "CANCELLATION").id("taken back")
        .occurring(at: day(3))

    static let payOnce = [
        Flow("lifetime", read: 1, [lifetime], lists: .like(lifetime)),
        Flow(
            "consumables", read: 3, [consumable, second], lists: .like(consumable), .like(second)),
        Flow("granted", read: 1, [granted], lists: listedGrant),
        Flow(
            "grant taken back", read: 4, [granted, takenBack],
            lists: listedGrant.at("expires_at", day(3))),
        Flow(
            "grant at its end", read: 31,
            [granted, granted.setting("type", "EXPIRATION").id("end").occurring(at: day(30))],
            lists: listedGrant),
    ]
}
