package import Entitlements

/// What a person bought and was charged.
package struct ChargesView: Sendable {
    private let place: Place

    package init(in place: Place) {
        self.place = place
    }

    /// The subscriptions, one-time purchases and grants of an answer of `getAppUser`.
    package func purchases(_ person: JSONValue) -> JSONValue {
        .array(
            ["subscriptions", "purchases", "grants"].flatMap(person.list).map { purchase in
                let isActive = purchase["is_active"] == .bool(true)
                let status = purchase["status"]?.string
                return .members([
                    "product": purchase["product_id"]?.string.map(JSONValue.string)
                        ?? .string(purchase.text("store") == "hearth" ? "grant" : "no product id"),
                    "store": .words(purchase["store"]?.string),
                    "is_sandbox": .bool(purchase["environment"] == .string("sandbox")),
                    "status": .words(status),
                    "tone": .string(PersonView.tone(status, isActive: isActive)),
                    "began": Moment.shown(purchase["first_purchased_at"], now: place.now),
                    "ends": Moment.shown(purchase["access_ends_at"], now: place.now),
                    "will_renew": purchase.value("will_renew"),
                    "owner": purchase.value("app_user_id"),
                    "transaction": purchase.value("transaction_id"),
                ])
            })
    }

    /// The rows of an answer of `listTransactions`.
    package func charges(_ page: JSONValue) -> JSONValue {
        .array(
            page.list("data").map { charge in
                .members([
                    "transaction": charge.value("transaction_id"),
                    "product": charge.value("product_id"), "store": .words(charge["store"]?.string),
                    "is_sandbox": .bool(charge["environment"] == .string("sandbox")),
                    "period": .words(charge["period_type"]?.string),
                    "time": Moment.shown(charge["purchased_at"], now: place.now),
                    "price": Self.money(charge.value("price")),
                    "refunded": Moment.shown(charge["refunded_at"], now: place.now),
                    "refund": Self.money(charge.value("refunded_price")),
                ])
            })
    }

    /// `4.79 EUR`, or dollars if the currency is unknown; null if no event said so.
    static func money(_ price: JSONValue) -> JSONValue {
        if let amount = price["amount"]?.plainText, let currency = price["currency"]?.string {
            return .string("\(withCents(amount)) \(currency)")
        }
        return price["usd"]?.plainText.map { .string("\(withCents($0)) USD") } ?? .null
    }

    /// Two digits after the point at least, so that points stand below each other.
    private static func withCents(_ number: String) -> String {
        let parts = number.split(separator: ".", maxSplits: 1)
        guard !number.contains("e"), !number.contains("E") else { return number }
        let cents = parts.count > 1 ? String(parts[1]) : ""
        let whole = (parts.first.map(String.init) ?? "0").replacing("-", with: "−")
        return whole + "." + cents + String(repeating: "0", count: max(0, 2 - cents.count))
    }
}
