import Entitlements
import RevenueCatSimulator

/// A few people of the demo's tenant, one in each state of a subscription.
///
/// These are their states at the demo's start; time then passes for them as for all.
struct DemoPeople {
    let productID: String
    let entitlementID: String
    let begunAt: Timestamp

    static let activePerson = "demo_active"
    static let anonymousPerson = "$RCAnonymousID:de300000000000000000000000000001"

    static func isOne(_ appUserID: String) -> Bool {
        appUserID.hasPrefix("demo_") || appUserID == anonymousPerson
    }

    /// Their acts, in order; days count from the demo's start, and the past is negative.
    var acts: [TimedAct] {
        let acts =
            purchases + [
                on(-40, .cancel("demo_expired", productID: productID, isTooLate: false)),
                on(-8, .pause("demo_paused", productID: productID, days: 30)),
                on(-7, .grant("demo_lifetime", entitlementID: entitlementID, days: nil)),
                on(-3, .cancel("demo_cancelled", productID: productID, isTooLate: false)),
                on(-2, .breakPayment("demo_billing_issue", productID: productID)),
                on(-2, .refund("demo_refunded", productID: productID, .latest)),
                on(-1, .restore(by: "demo_new_phone", purchasesOf: "demo_old_phone")),
            ]
        return acts.sorted { $0.time < $1.time }
    }

    private var purchases: [TimedAct] {
        [
            on(-60, purchase(by: "demo_expired")),
            on(-40, purchase(by: Self.activePerson)),
            on(-35, purchase(by: "demo_paused", store: .playStore)),
            on(-31, purchase(by: "demo_billing_issue")),
            on(-10, purchase(by: "demo_cancelled")),
            on(-10, purchase(by: "demo_refunded")),
            on(-10, purchase(by: "demo_old_phone")),
            on(-10, purchase(by: Self.anonymousPerson)),
            on(-2, purchase(by: "demo_trialing", offer: .trial)),
        ]
    }

    private func purchase(
        by person: String, store: World.Store = .appStore, offer: World.Offer = .none
    ) -> Act {
        .purchase(
            by: person, productID: productID, store: store, offer: offer,
            environment: .production, onReceiptOf: nil)
    }

    private func on(_ day: Int64, _ act: Act) -> TimedAct {
        TimedAct(time: begunAt.advanced(bySeconds: day * 86_400), act: act)
    }
}
