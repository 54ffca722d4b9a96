import Entitlements

extension World {
    /// Answers v1's `GET /subscribers/{app_user_id}`; creates an unknown customer, with status 201.
    package mutating func subscriber(
        _ text: String
    ) throws(Refusal) -> (isNew: Bool, body: [UInt8]) {
        let id = try Self.appUserID(text)
        if let number = customerNumbers[id] { return (false, subscriberBody(of: number)) }
        try see(text)
        return (true, subscriberBody(of: try customerNumber(of: text)))
    }

    private func subscriberBody(of number: Int) -> [UInt8] {
        let customer = customers[number]
        let shown = shownSubscriptions(of: customer)
        let owned = customer.oneTimePurchases.map { oneTimePurchases[$0] }.filter {
            $0.refundedAt == nil
        }
        var json = JSONWriter(reservingBytes: 2_048)
        json.beginObject()
        json.member("request_date", date: present)
        json.member("request_date_ms", integer: present.millisecondsSinceEpoch)
        json.name("subscriber")
        json.beginObject()
        json.name("entitlements")
        writeEntitlements(shown, owned, to: &json)
        json.member("first_seen", date: customer.firstSeenAt)
        json.member("last_seen", date: customer.lastSeenAt)
        json.member("management_url", text: nil)
        json.name("non_subscriptions")
        writeOnce(owned, to: &json)
        json.member("original_app_user_id", text: customer.originalID.rawValue)
        json.member("original_application_version", text: "1.0")
        json.member("original_purchase_date", date: customer.firstSeenAt)
        json.name("other_purchases")
        json.beginObject()
        json.endObject()
        json.name("subscriptions")
        json.beginObject()
        for subscription in shown {
            json.name(subscription.keyInV1)
            subscription.write(to: &json, at: present)
        }
        json.endObject()
        json.endObject()
        json.endObject()
        return json.bytes
    }

    /// For each product, the longest-lasting subscription, because v1 answers a map.
    private func shownSubscriptions(of customer: Customer) -> [Subscription] {
        var shown: [String: Subscription] = [:]
        for number in customer.subscriptions {
            let subscription = subscriptions[number]
            let other = shown[subscription.keyInV1]
            if other.map({ $0.accessEndsAt <= subscription.accessEndsAt }) ?? true {
                shown[subscription.keyInV1] = subscription
            }
        }
        return shown.values.sorted { $0.keyInV1 < $1.keyInV1 }
    }

    /// Writes entitlements, expired ones included; of several purchases, the longest-lasting.
    private func writeEntitlements(
        _ shown: [Subscription], _ owned: [OneTimePurchase], to json: inout JSONWriter
    ) {
        json.beginObject()
        for entitlement in catalog.entitlementIDs {
            let once = owned.last { $0.product.entitlementIDs.contains(entitlement) }
            let longest = shown.filter { $0.product.entitlementIDs.contains(entitlement) }
                .max { $0.accessEndsAt < $1.accessEndsAt }
            guard once != nil || longest != nil else { continue }
            json.name(entitlement)
            json.beginObject()
            json.member("expires_date", date: once == nil ? longest?.accessEndsAt : nil)
            json.member("grace_period_expires_date", date: once == nil ? longest?.graceEndsAt : nil)
            json.member("product_identifier", text: once?.product.id ?? longest?.keyInV1)
            json.member("purchase_date", date: once?.purchasedAt ?? longest?.period.startsAt)
            if once == nil, let planID = longest?.planID {
                json.member("product_plan_identifier", text: planID)
            }
            json.endObject()
        }
        json.endObject()
    }

    private func writeOnce(_ owned: [OneTimePurchase], to json: inout JSONWriter) {
        json.beginObject()
        for productID in Set(owned.map(\.product.id)).sorted() {
            json.name(productID)
            json.beginArray()
            for purchase in owned where purchase.product.id == productID {
                json.beginObject()
                json.member("display_name", text: nil)
                json.member("id", text: String(purchase.id.suffix(10)))
                json.member("is_sandbox", flag: purchase.environment == .sandbox)
                json.member("original_purchase_date", date: purchase.purchasedAt)
                json.price(cents: purchase.product.priceCents)
                json.member("purchase_date", date: purchase.purchasedAt)
                json.member("store", text: purchase.store.rawValue)
                json.member("store_transaction_id", text: purchase.transactionID)
                json.endObject()
            }
            json.endArray()
        }
        json.endObject()
    }
}

extension World.Subscription {
    /// The key in v1's maps: excludes Play's plan.
    fileprivate var keyInV1: String {
        store == .playStore ? String(product.idWithoutPlan) : product.id
    }

    fileprivate var planID: String? {
        store == .playStore ? product.planID.map(String.init) : nil
    }

    fileprivate func write(to json: inout JSONWriter, at present: Timestamp) {
        json.beginObject()
        json.member("auto_resume_date", date: pauseEndsAt)
        json.member("billing_issues_detected_at", date: billingIssueAt)
        json.member("display_name", text: nil)
        json.member("expires_date", date: accessEndsAt)
        json.member("grace_period_expires_date", date: graceEndsAt)
        json.member("is_sandbox", flag: environment == .sandbox)
        json.member("management_url", text: nil)
        json.member("original_purchase_date", date: originalPurchasedAt)
        // A recorded body has no ownership type for a grant.
        if !isGrant {
            json.member("ownership_type", text: isFamilyShare ? "FAMILY_SHARED" : "PURCHASED")
        }
        // v1 says normal where webhooks say PROMOTIONAL.
        json.member("period_type", text: isGrant ? "normal" : period.type.rawValue)
        json.price(cents: period.priceCents)
        if let planID { json.member("product_plan_identifier", text: planID) }
        json.member("purchase_date", date: period.startsAt)
        json.member("refunded_at", date: refundedAt)
        json.member("store", text: store.rawValue)
        json.member("store_transaction_id", text: period.transactionID)
        json.member("unsubscribe_detected_at", date: cancelledAt)
        json.endObject()
    }
}
