import Entitlements
import Testing

@testable import Console

@Suite("What a person paid")
struct ChargesViewTests {
    @Test(
        "money has its currency and two digits at least",
        arguments: [
            (#"{"amount": 4.79, "currency": "EUR", "usd": 4.99}"#, "4.79 EUR"),
            (#"{"amount": 480, "currency": "JPY", "usd": 3}"#, "480.00 JPY"),
            (#"{"amount": null, "currency": null, "usd": 4.9}"#, "4.90 USD"),
            (#"{"amount": -1.5, "currency": "USD", "usd": -1.5}"#, "−1.50 USD"),
        ])
    func money(price: String, expected: String) {
        #expect(ChargesView.money(parsed(price)) == .string(expected))
    }

    @Test("a charge without a price has none, and a refund its time")
    func charges() {
        let rows =
            ChargesView(in: place).charges(
                parsed(
                    """
                    {"data": [{"transaction_id": "1", "store": "play_store", "price": null,
                      "environment": "sandbox", "purchased_at": "2026-11-21T09:00:00.000Z",
                      "refunded_at": "2026-11-21T09:30:00.000Z", "refunded_price": null}]}
                    """)
            ).array ?? []
        #expect(rows.first?["price"] == .null)
        #expect(rows.first?["refunded"]?["relative"] == .string("30 minutes ago"))
        #expect(rows.first?["is_sandbox"] == .bool(true))
    }

    @Test("purchases of all kinds are listed, with the colour of their state")
    func purchases() {
        let rows =
            ChargesView(in: place).purchases(
                parsed(
                    """
                    {"subscriptions": [
                       {"product_id": "a", "status": "cancelled", "is_active": true}],
                     "purchases": [{"product_id": "b", "status": "refunded", "is_active": false}],
                     "grants": [{"product_id": "c", "status": "granted", "is_active": true},
                       {"product_id": null, "store": "hearth", "status": "granted"},
                       {"product_id": null, "store": "stripe", "status": "active"}]}
                    """)
            ).array ?? []
        #expect(rows.map { $0["product"]?.string } == ["a", "b", "c", "grant", "no product id"])
        #expect(
            rows.map { $0["tone"] } == ["warn", "bad", "good", "bad", "bad"].map(JSONValue.string))
    }
}
