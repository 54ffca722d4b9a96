import Entitlements

/// A few people for a tenant, one in each state a purchase can be in, told as RevenueCat would.
///
/// The ids are the same at every start, so that telling it again changes nothing.
struct DemoStory: Sendable {
    struct Event: Sendable {
        let id: String
        /// As RevenueCat sends it.
        let body: [UInt8]
    }

    let tenant: TenantDefinition
    let now: Timestamp

    static let activePerson = "demo_active"
    static let anonymousPerson = "$RCAnonymousID:de300000000000000000000000000001"

    /// All of it, each person's events in the order they happened.
    var events: [Event] {
        (subscribersWithAccess + subscribersWithoutAccess + movingSubscribers)
            .flatMap(purchases) + oneTimeBuyers
    }

    /// One more person's first purchase.
    func newPurchase(by person: String) -> Event {
        purchases(by: Subscriber(id: person)).first ?? Event(id: "", body: [])
    }

    /// A subscription from its first purchase on.
    ///
    /// Days count from now; the past is negative.
    private struct Subscriber {
        let id: String
        var periodType = "NORMAL"
        var store = "APP_STORE"
        var startDay: Int64 = -10
        var endDay: Int64 = 20
        var later: [Later] = []
    }

    private struct Later {
        let type: String
        let day: Int64
        var fields: [String: JSONValue] = [:]
    }

    private var subscribersWithAccess: [Subscriber] {
        [
            Subscriber(id: "demo_trialing", periodType: "TRIAL", startDay: -2, endDay: 5),
            Subscriber(
                id: Self.activePerson, startDay: -40, endDay: -10,
                later: [Later(type: "RENEWAL", day: -10, fields: period(-10, 20))]),
            Subscriber(
                id: "demo_cancelled",
                later: [
                    Later(
                        type: "CANCELLATION", day: -3,
                        fields: ["cancel_reason": .string("UNSUBSCRIBE")])
                ]),
            Subscriber(
                id: "demo_billing_issue", startDay: -31, endDay: -1,
                later: [
                    Later(
                        type: "BILLING_ISSUE", day: -1,
                        fields: ["grace_period_expiration_at_ms": time(15)]),
                    Later(
                        type: "CANCELLATION", day: -1,
                        fields: ["cancel_reason": .string("BILLING_ERROR")]),
                ]),
        ]
    }

    private var subscribersWithoutAccess: [Subscriber] {
        [
            Subscriber(
                id: "demo_paused", store: "PLAY_STORE", startDay: -35, endDay: -5,
                later: [
                    Later(
                        type: "SUBSCRIPTION_PAUSED", day: -8,
                        fields: ["auto_resume_at_ms": time(25)]),
                    Later(
                        type: "EXPIRATION", day: -5,
                        fields: ["expiration_reason": .string("SUBSCRIPTION_PAUSED")]),
                ]),
            Subscriber(
                id: "demo_expired", startDay: -60, endDay: -30,
                later: [
                    Later(
                        type: "EXPIRATION", day: -30,
                        fields: ["expiration_reason": .string("UNSUBSCRIBE")])
                ]),
            Subscriber(
                id: "demo_refunded",
                later: [
                    Later(
                        type: "CANCELLATION", day: -2,
                        fields: [
                            "cancel_reason": .string("CUSTOMER_SUPPORT"), "price": price(-4.99),
                            "expiration_at_ms": time(-2),
                        ])
                ]),
        ]
    }

    private var movingSubscribers: [Subscriber] {
        [
            Subscriber(id: Self.anonymousPerson),
            Subscriber(
                id: "demo_old_phone",
                later: [
                    Later(
                        type: "TRANSFER", day: -1,
                        fields: [
                            "transferred_from": .array([.string("demo_old_phone")]),
                            "transferred_to": .array([.string("demo_new_phone")]),
                        ])
                ]),
        ]
    }

    private func purchases(by subscriber: Subscriber) -> [Event] {
        guard let product = tenant.products.first(where: { $0.kind == .subscription }) else {
            return []
        }
        var fields = period(subscriber.startDay, subscriber.endDay)
        fields["period_type"] = .string(subscriber.periodType)
        fields["store"] = .string(subscriber.store)
        fields["price"] = price(subscriber.periodType == "TRIAL" ? 0 : 4.99)
        let first = Later(type: "INITIAL_PURCHASE", day: subscriber.startDay)
        return ([first] + subscriber.later).enumerated().map { index, step in
            // A transfer tells of people only: no product, no period, no price.
            let told = step.type == "TRANSFER" ? [:] : fields
            return event(
                "\(subscriber.id)_\(index)", step.type, of: subscriber.id, product, on: step.day,
                told.merging(step.fields) { _, later in later })
        }
    }

    /// Lifetime access, and a consumable, where the tenant sells such things.
    private var oneTimeBuyers: [Event] {
        let kinds: [(TenantDefinition.ProductKind, String)] = [
            (.nonConsumable, "demo_lifetime"), (.consumable, "demo_consumer"),
        ]
        return kinds.compactMap { kind, person in
            tenant.products.first { $0.kind == kind }.map { product in
                event(
                    "\(person)_0", "NON_RENEWING_PURCHASE", of: person, product, on: -7,
                    [
                        "purchased_at_ms": time(-7), "expiration_at_ms": .null,
                        "store": .string("APP_STORE"), "price": price(49.99),
                    ])
            }
        }
    }
}

extension DemoStory {
    private func time(_ day: Int64) -> JSONValue {
        .integer(now.advanced(bySeconds: day * 86_400).microsecondsSinceEpoch / 1_000)
    }

    private func price(_ amount: Double) -> JSONValue {
        JSONDecimal(amount).map(JSONValue.decimal) ?? .null
    }

    private func period(_ start: Int64, _ end: Int64) -> [String: JSONValue] {
        ["purchased_at_ms": time(start), "expiration_at_ms": time(end)]
    }

    private func event(
        _ id: String, _ type: String, of person: String, _ product: TenantDefinition.Product,
        on day: Int64, _ fields: [String: JSONValue]
    ) -> Event {
        var all: [String: JSONValue] = [
            "id": .string(id), "type": .string(type), "event_timestamp_ms": time(day),
            "environment": .string("PRODUCTION"), "store": .string("APP_STORE"),
        ]
        if type != "TRANSFER" {
            all["app_user_id"] = .string(person)
            all["original_app_user_id"] = .string(person)
            all["aliases"] = .array([.string(person)])
            all["product_id"] = .string(product.id.rawValue)
            all["period_type"] = .string("NORMAL")
            all["entitlement_ids"] = .array(product.entitlements.map { .string($0.rawValue) })
            all["original_transaction_id"] = .string("demo_\(person)")
            all["transaction_id"] = .string("demo_\(id)")
            all["currency"] = .string("EUR")
        }
        var event = JSONObject()
        for (name, value) in all.merging(fields, uniquingKeysWith: { $1 }).sorted(by: {
            $0.key < $1.key
        }) {
            event[name] = value
        }
        var body = JSONObject()
        body["api_version"] = .string("1.0")
        body["event"] = .object(event)
        return Event(id: id, body: JSONValue.object(body).bytes)
    }
}
