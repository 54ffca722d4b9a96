import Entitlements

/// Fields that only some events have.
typealias ExtraFields = [String: JSONValue]

extension World {
    /// Adds an event about the present state of a subscription or grant, or about a former period.
    mutating func tell(
        _ type: String, of number: Int, former: Subscription.Period? = nil, priceFactor: Int = 1,
        _ extra: ExtraFields = [:]
    ) {
        let subscription = subscriptions[number]
        let period = former ?? subscription.period
        let purchase = PurchaseFields(
            owner: customers[subscription.owner], product: subscription.product,
            periodType: period.type, purchasedAt: period.startsAt,
            expiresAt: former?.endsAt ?? subscription.statedEnd, store: subscription.store,
            environment: subscription.environment, transactionID: period.transactionID,
            originalTransactionID: subscription.originalTransactionID,
            isFamilyShare: subscription.isFamilyShare,
            priceCents: Self.isCharged(type, extra) ? period.priceCents * priceFactor : 0,
            offerCode: period.offerCode)
        tell(type, purchase, extra)
    }

    mutating func tell(
        _ type: String, of once: OneTimePurchase, priceFactor: Int = 1, _ extra: ExtraFields = [:]
    ) {
        let purchase = PurchaseFields(
            owner: customers[once.owner], product: once.product, periodType: .normal,
            purchasedAt: once.purchasedAt, expiresAt: nil, store: once.store,
            environment: once.environment, transactionID: once.transactionID,
            originalTransactionID: once.transactionID, isFamilyShare: false,
            priceCents: once.product.priceCents * priceFactor, offerCode: nil)
        tell(type, purchase, extra)
    }

    /// Whether an event has a price: only if money moves.
    private static func isCharged(_ type: String, _ extra: ExtraFields) -> Bool {
        switch type {
        case "INITIAL_PURCHASE", "RENEWAL", "NON_RENEWING_PURCHASE", "REFUND_REVERSED": true
        case "CANCELLATION": extra["cancel_reason"] == .string("CUSTOMER_SUPPORT")
        default: false
        }
    }

    private mutating func tell(
        _ type: String, _ purchase: PurchaseFields, _ extra: ExtraFields
    ) {
        add(type, hasApp: purchase.store != .promotional) { json in
            purchase.write(to: &json)
            for (name, value) in extra.sorted(by: { $0.key < $1.key }) {
                json.member(name, value)
            }
        }
    }
}

extension World {
    mutating func tellTransfer(_ receipt: Receipt, from: [String], to: [String]) {
        add("TRANSFER") { json in
            json.member("store", receipt.store)
            json.member("environment", receipt.environment)
            json.member("transferred_from", .texts(from))
            json.member("transferred_to", .texts(to))
        }
    }

    /// Adds an event about merged ids, which only old projects receive.
    mutating func tellAlias(_ number: Int) {
        guard settings.sendsSubscriberAlias else { return }
        let customer = customers[number]
        add("SUBSCRIBER_ALIAS") { customer.write(to: &$0) }
    }

    /// Adds the event with or without dates and product: RevenueCat documents them, but its sample
    /// has neither.
    mutating func tellTemporaryGrant(_ number: Int) {
        let subscription = subscriptions[number]
        let hasDates = isSometimes("temporary grant with dates", number)
        let owner = customers[subscription.owner].currentID
        add("TEMPORARY_ENTITLEMENT_GRANT") { json in
            json.member("app_user_id", text: owner)
            json.member("store", subscription.store)
            guard hasDates else { return }
            json.member("product_id", text: subscription.product.id)
            json.member("entitlement_ids", .texts(subscription.product.entitlementIDs))
            json.member("purchased_at_ms", milliseconds: subscription.period.startsAt)
            json.member("expiration_at_ms", milliseconds: subscription.period.endsAt)
            json.member("transaction_id", text: subscription.period.transactionID)
        }
    }

    /// Adds an event about an unpaid invoice of RevenueCat's own billing.
    package mutating func issueInvoice(to text: String, _ productID: String) throws(Refusal) {
        let product = try catalog.product(productID)
        let customer = customers[try active(text)]
        let present = present
        add("INVOICE_ISSUANCE") { json in
            customer.write(to: &json)
            json.member("product_id", text: product.id)
            json.member("purchased_at_ms", milliseconds: present)
            for name in [
                "expiration_at_ms", "period_type", "entitlement_id", "entitlement_ids",
                "transaction_id", "original_transaction_id", "metadata", "renewal_number",
            ] {
                json.member(name, .null)
            }
            json.member("store", Store.webBilling)
            json.member("environment", Environment.production)
        }
    }

    private mutating func add(
        _ type: String, hasApp: Bool = true, _ write: (inout JSONWriter) -> Void
    ) {
        let digits = [8, 4, 4, 4, 12].map { dice.hexadecimal(digits: $0) }
        let id = digits.joined(separator: "-").uppercased()
        var json = JSONWriter(reservingBytes: 1_536)
        json.beginObject()
        json.member("api_version", text: "1.0")
        json.name("event")
        json.beginObject()
        json.member("type", text: type)
        json.member("id", text: id)
        json.member("event_timestamp_ms", milliseconds: present)
        if hasApp { json.member("app_id", text: "app51mulat3d") }
        write(&json)
        json.endObject()
        json.endObject()
        add(SimulatedEvent(id: id, type: type, occurredAt: present, body: json.bytes))
    }
}

extension World.Customer {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("app_user_id", text: currentID)
        json.member("original_app_user_id", text: originalID.rawValue)
        json.member("aliases", .texts(ids))
    }
}

/// The fields of every event about a purchase.
private struct PurchaseFields {
    let owner: World.Customer
    let product: World.Product
    let periodType: World.PeriodType
    let purchasedAt: Timestamp
    let expiresAt: Timestamp?
    let store: World.Store
    let environment: World.Environment
    let transactionID: String
    let originalTransactionID: String
    let isFamilyShare: Bool
    let priceCents: Int
    let offerCode: String?

    func write(to json: inout JSONWriter) {
        owner.write(to: &json)
        json.member("subscriber_attributes", .object(JSONObject()))
        json.member("product_id", text: product.id)
        json.member(
            "entitlement_ids",
            product.entitlementIDs.isEmpty ? .null : .texts(product.entitlementIDs))
        json.member("entitlement_id", .null)
        json.member("period_type", periodType)
        json.member("purchased_at_ms", milliseconds: purchasedAt)
        json.member("expiration_at_ms", milliseconds: expiresAt)
        json.member("store", store)
        json.member("environment", environment)
        json.member("presented_offering_id", .null)
        json.member("price", .dollars(cents: priceCents))
        json.member("price_in_purchased_currency", .dollars(cents: priceCents))
        json.member("currency", text: "USD")
        json.member("tax_percentage", .number(0))
        json.member("commission_percentage", .number(0.3))
        json.member("takehome_percentage", .number(0.7))
        json.member("transaction_id", text: transactionID)
        json.member("original_transaction_id", text: originalTransactionID)
        json.member("is_family_share", flag: isFamilyShare)
        json.member("country_code", text: "DE")
        json.member("offer_code", text: offerCode)
    }
}

extension JSONWriter {
    /// Writes an enumeration in capitals, as webhooks do.
    fileprivate mutating func member(_ name: String, _ word: some RawRepresentable<String>) {
        member(name, text: word.rawValue.uppercased())
    }
}
