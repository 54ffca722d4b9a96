import Entitlements
import RevenueCat
import TestSupport
import Testing

extension SubscriberTests {
    @Test("has an entry for what is active without a purchase that runs or was refunded")
    func activeAlone() async throws {
        let purchase = try #require(Self.subscription.object)
        func subscription(_ name: String, _ value: JSONValue) -> JSONValue {
            var changed = purchase
            changed[name] = value
            return .object(changed)
        }
        let over = "2026-11-30T10:00:00Z"
        func active(through product: JSONValue, until end: JSONValue) -> JSONValue {
            [
                "expires_date": end, "product_identifier": product,
                "purchase_date": "2026-11-15T10:00:00Z",
            ]
        }
        let end: JSONValue = "2026-12-15T10:00:00Z"
        let body = Self.body(
            subscriptions: [
                "running": .object(purchase), "over": subscription("expires_date", .string(over)),
                "refunded": subscription("refunded_at", .string(over)),
                "in_grace": .object(purchase),
            ],
            oneTime: ["coins": [Self.coins]],
            entitlements: [
                "a": active(through: "running", until: end),
                "b": active(through: "over", until: end),
                "c": active(through: "refunded", until: end),
                "d": active(through: "unlisted", until: end),
                "e": active(through: "unlisted", until: "2026-12-16T10:00:00Z"),
                "f": active(through: "coins", until: nil),
                "g": active(through: "for_ever", until: nil),
                "h": active(through: "lapsed", until: .string(over)),
                "i": active(through: nil, until: end),
            ])
        let entries = try #require(try await snapshot(from: body).get()).purchases
            .filter { $0.store == nil }
        let read = entries.map { entry in
            "\(entry.productID ?? "-") \(entry.entitlementIDs ?? []) "
                + "\(entry.expiresAt?.rfc3339 ?? "for ever") \(entry.purchasedAt.rfc3339)"
        }
        #expect(
            read == [
                "- [\"i\"] 2026-12-15T10:00:00.000Z 2026-11-15T10:00:00.000Z",
                "for_ever [\"g\"] for ever 2026-11-15T10:00:00.000Z",
                "over [\"b\"] 2026-12-15T10:00:00.000Z 2026-11-15T10:00:00.000Z",
                "unlisted [\"d\", \"e\"] 2026-12-16T10:00:00.000Z 2026-11-15T10:00:00.000Z",
            ])
    }
}
