import Entitlements

extension FactWriter {
    /// Adds the products of the event's order: a base subscription and its add-ons.
    ///
    /// The fact `order_items` has their ids, and `ordered` each with its own price and end. An item
    /// without a product is left out. Without items the event is about its own product alone.
    mutating func addItems(from fields: RevenueCatFields) {
        var items: [JSONObject] = []
        for element in sound(try fields.elements("items")) ?? [] {
            if let item = item(from: RevenueCatFields(element)) { items.append(item) }
        }
        guard !items.isEmpty else { return }
        add("order_items", items.compactMap { $0["product_id"]?.string }.distinct)
        add("ordered", .array(items.map(JSONValue.object)))
    }

    private mutating func item(from fields: RevenueCatFields) -> JSONObject? {
        guard let productID = sound(try fields.required("product_id", fields.text)) else {
            return nil
        }
        var item = JSONObject()
        item["product_id"] = .string(productID)
        switch sound(try fields.word("type")) {
        case "addon": item["is_addon"] = .bool(true)
        case "base": item["is_addon"] = .bool(false)
        default: break
        }
        for (name, field) in [
            ("purchased_at", "purchased_at_ms"), ("expires_at", "expiration_at_ms"),
        ] {
            item[name] = sound(try fields.time(field)).map { .string($0.rfc3339) }
        }
        for name in ["price", "price_in_purchased_currency"] {
            item[name] = sound(try fields.price(name))
        }
        item["currency"] = sound(try fields.text("currency")).map(JSONValue.string)
        item["period_type"] = sound(try fields.word("period_type")).map(JSONValue.string)
        item["quantity"] = sound(try fields.quantity()).map(JSONValue.integer)
        return item
    }
}

extension RevenueCatFields {
    /// The most products of one order that are read; Google allows fifty.
    private static let maximumItems = 100

    /// How many of a product one purchase can hold.
    private static let quantities: ClosedRange<Int64> = 1...1_000

    /// Reads how many of the product were bought at once.
    func quantity() throws(FieldError) -> Int64? {
        guard let value = value("quantity") else { return nil }
        guard case .integer(let quantity) = value else {
            throw .unreadable("quantity_not_an_integer")
        }
        guard Self.quantities.contains(quantity) else {
            throw .unreadable("quantity_out_of_range")
        }
        return quantity
    }

    fileprivate func elements(_ name: String) throws(FieldError) -> [JSONObject]? {
        let elements = try objects(name)
        guard elements?.count ?? 0 <= Self.maximumItems else {
            throw .unreadable("\(name)_too_long")
        }
        return elements
    }
}
