import Entitlements
import TestSupport

/// An order of Google's subscriptions with add-ons: music, with better sound and podcasts.
struct AddonOrder {
    static let bought: Timestamp = "2026-06-01T10:00:00Z"
    static func day(_ number: Int64) -> Timestamp { bought.advanced(byDays: number) }

    static let music = "music:monthly"
    static let hifi = "hifi_audio:monthly"
    static let podcasts = "podcasts:monthly"

    var id = "GPA.1"

    /// An event about the order, which lists products as items: first the base subscription.
    func event(
        _ event: RevenueCatEvent, items: [String] = [music, hifi], renewal: Int? = nil
    ) -> RevenueCatEvent {
        let total = Double(items.count) * 2
        return event.setting("product_id", .string(Self.music)).store("PLAY_STORE")
            .transaction(renewal.map { "\(id)..\($0)" } ?? id, original: id)
            .entitlements(items.map(Self.entitlement))
            .setting("price", JSONDecimal(total).map(JSONValue.decimal) ?? 0)
            .setting("items", .array(items.map { item($0, of: event) }))
    }

    private func item(_ product: String, of event: RevenueCatEvent) -> JSONValue {
        [
            "product_id": .string(product), "type": product == Self.music ? "base" : "addon",
            "price": 2, "price_in_purchased_currency": 2, "currency": "EUR",
            "expiration_at_ms": event.fields["expiration_at_ms"] ?? nil,
        ]
    }

    func initialPurchase(_ items: [String] = [music, hifi]) -> RevenueCatEvent {
        event(.initialPurchase(purchasedAt: Self.bought), items: items)
    }

    func renewal(_ items: [String] = [music, hifi], at number: Int64 = 30) -> RevenueCatEvent {
        event(.renewal(purchasedAt: Self.day(number)), items: items, renewal: 0)
    }

    /// The entry of a product as version 1 lists it, or version 2 with `givesAccess`.
    func entry(
        _ product: String, days: ClosedRange<Int64> = 0...30, renewal: Int? = nil,
        givesAccess: Bool? = nil
    ) -> TestSnapshot.Purchase {
        let parts = product.split(separator: ":").map(String.init)
        let period = RevenueCatEvent.initialPurchase(
            purchasedAt: Self.day(days.lowerBound), expiresAt: Self.day(days.upperBound))
        let entry = TestSnapshot.Purchase.like(event(period, renewal: renewal))
            .at("original_purchased_at", Self.bought)
            .setting("entitlement_ids", .texts([Self.entitlement(product)]))
        guard let givesAccess else {
            return entry.setting("product_id", .string(parts[0]))
                .setting("product_plan_id", .string(parts[1]))
        }
        return entry.setting("product_id", .string(product))
            .setting("gives_access", .bool(givesAccess))
            .setting("will_renew", .bool(givesAccess))
    }

    private static func entitlement(_ product: String) -> String {
        switch product {
        case music: "plus"
        case hifi: "hifi"
        default: "podcasts"
        }
    }

    /// A tenant whose catalog has the products.
    static func tenant() async throws -> TestTenant {
        try await TestTenant.create { definition in
            for (product, entitlement) in [
                (music, "plus"), (hifi, "hifi"), (podcasts, "podcasts"),
            ] {
                definition.products += definition.products.prefix(1).map { known in
                    var sold = known
                    sold.id = ProductID(unchecked: product)
                    sold.entitlements = [EntitlementID(unchecked: entitlement)]
                    return sold
                }
                guard entitlement != "plus" else { continue }
                definition.entitlements += definition.entitlements.prefix(1).map { known in
                    var given = known
                    given.id = EntitlementID(unchecked: entitlement)
                    given.rank += entitlement == "hifi" ? 1 : 2
                    return given
                }
            }
        }
    }

    /// The active entitlements of the payer, in order.
    static func active(in tenant: TestTenant, at number: Int64) async throws -> [String] {
        try await active(in: tenant, at: day(number))
    }

    static func active(in tenant: TestTenant, at moment: Timestamp) async throws -> [String] {
        let answer = try await tenant.entitlements(of: "u_42", at: moment)
        return (answer["entitlements"]?.object?.members ?? [])
            .filter { $0.value["is_active"] == true }.map(\.name).sorted()
    }
}
