import Entitlements

extension World {
    /// RevenueCat's own id of an entitlement, `entl…`, which differs from the one in webhooks.
    static func entitlementObjectID(_ id: String) -> String { "entl\(digits(of: id))" }
    static func productObjectID(_ id: String) -> String { "prod\(digits(of: id))" }

    private static func digits(of text: String) -> String {
        var dice = Dice(seed: 0, for: text)
        return dice.hexadecimal(digits: 10)
    }

    func write(_ subscription: Subscription, to json: inout JSONWriter) {
        let period = subscription.period
        let path = "/v2/projects/\(settings.projectID)/subscriptions/\(subscription.id)"
        let isAhead = period.startsAt > present
        let current = isAhead ? subscription.earlierPeriods.last ?? period : period
        json.beginObject()
        json.member("auto_renewal_status", text: subscription.autoRenewalStatus(at: present))
        json.member("country", text: "DE")
        json.member(
            "current_period_ends_at",
            milliseconds: isAhead ? current.endsAt : subscription.accessEndsAt)
        json.member("current_period_starts_at", milliseconds: current.startsAt)
        json.member("customer_id", text: customers[subscription.owner].originalID.rawValue)
        json.member("ends_at", milliseconds: subscription.accessEndsAt)
        writeEntitlements(of: subscription.product, path, to: &json)
        json.member("environment", text: subscription.environment.rawValue)
        json.member("gives_access", flag: subscription.givesAccess(at: present))
        json.member("id", text: subscription.id)
        json.member("management_url", text: nil)
        json.member("object", text: "subscription")
        json.member("original_customer_id", text: subscription.firstOwnerID)
        json.member("ownership", text: subscription.isFamilyShare ? "family_shared" : "purchased")
        writePendingChanges(of: subscription, to: &json)
        json.member("pending_payment", flag: false)
        json.member("presented_offering_id", text: nil)
        json.member(
            "product_id",
            text: subscription.isGrant ? nil : Self.productObjectID(subscription.product.id))
        json.member("starts_at", milliseconds: subscription.startsAt)
        json.member("status", text: subscription.status(at: present))
        json.member("store", text: subscription.store.rawValue)
        json.member("store_subscription_identifier", text: period.transactionID)
        json.revenue("total_revenue_in_usd", cents: subscription.paidCents)
        json.endObject()
    }

    func write(_ purchase: OneTimePurchase, to json: inout JSONWriter) {
        let path = "/v2/projects/\(settings.projectID)/purchases/\(purchase.id)"
        let isRefunded = purchase.refundedAt != nil
        json.beginObject()
        json.member("country", text: "DE")
        json.member("customer_id", text: customers[purchase.owner].originalID.rawValue)
        writeEntitlements(of: purchase.product, path, to: &json)
        json.member("environment", text: purchase.environment.rawValue)
        json.member("id", text: purchase.id)
        json.member("object", text: "purchase")
        json.member("original_customer_id", text: purchase.firstOwnerID)
        json.member("ownership", text: "purchased")
        json.member("presented_offering_id", text: nil)
        json.member("product_id", text: Self.productObjectID(purchase.product.id))
        json.member("purchased_at", milliseconds: purchase.purchasedAt)
        json.member("quantity", integer: 1)
        json.revenue("revenue_in_usd", cents: isRefunded ? 0 : purchase.product.priceCents)
        json.member("status", text: isRefunded ? "refunded" : "owned")
        json.member("store", text: purchase.store.rawValue)
        json.member("store_purchase_identifier", text: purchase.transactionID)
        json.endObject()
    }

    private func writeEntitlements(
        of product: Product, _ path: String, to json: inout JSONWriter
    ) {
        json.name("entitlements")
        json.json(
            page(
                product.entitlementIDs,
                PageRequest(path: "\(path)/entitlements", origin: "", limit: 1_000), id: \.self,
                writeEntitlement))
    }

    private func writePendingChanges(
        of subscription: Subscription, to json: inout JSONWriter
    ) {
        json.name("pending_changes")
        guard let product = subscription.pendingProduct else { return json.null() }
        json.beginObject()
        json.name("product")
        writeProduct(product, to: &json)
        json.endObject()
    }
}

extension World {
    package func productsBody(_ request: PageRequest) -> [UInt8] {
        page(catalog.products, request, id: { Self.productObjectID($0.id) }, writeProduct)
    }

    package func entitlementsBody(_ request: PageRequest) -> [UInt8] {
        page(catalog.entitlementIDs, request, id: Self.entitlementObjectID, writeEntitlement)
    }

    /// Returns a product by RevenueCat's own id.
    package func productBody(_ id: String) -> [UInt8]? {
        guard let product = catalog.products.first(where: { Self.productObjectID($0.id) == id })
        else { return nil }
        var json = JSONWriter()
        writeProduct(product, to: &json)
        return json.bytes
    }

    private func writeEntitlement(_ id: String, to json: inout JSONWriter) {
        json.beginObject()
        json.member("created_at", integer: 1_735_689_600_000)
        json.member("display_name", text: id)
        json.member("id", text: Self.entitlementObjectID(id))
        json.member("lookup_key", text: id)
        json.member("object", text: "entitlement")
        json.member("project_id", text: settings.projectID)
        json.endObject()
    }

    private func writeProduct(_ product: Product, to json: inout JSONWriter) {
        json.beginObject()
        json.member("app_id", text: "app51mulat3d")
        json.member("created_at", integer: 1_735_689_600_000)
        json.member("display_name", text: product.id)
        json.member("id", text: Self.productObjectID(product.id))
        json.member("object", text: "product")
        json.member("state", text: "active")
        json.member("store_identifier", text: product.id)
        json.name("subscription")
        if product.kind == .subscription {
            json.beginObject()
            json.member("duration", text: product.period)
            json.member(
                "grace_period_duration",
                text: product.graceDays > 0 ? "P\(product.graceDays)D" : nil)
            json.member("trial_duration", text: product.trial)
            json.endObject()
        } else {
            json.null()
        }
        json.member("type", text: product.kind.rawValue)
        json.endObject()
    }
}

extension World.Subscription {
    fileprivate var startsAt: Timestamp { (earlierPeriods.first ?? period).startsAt }

    fileprivate var paidCents: Int {
        earlierPeriods.reduce(refundedAt == nil ? period.priceCents : 0) { $0 + $1.priceCents }
    }

    fileprivate func status(at present: Timestamp) -> String {
        if givesAccess(at: present) {
            if graceEndsAt != nil { return "in_grace_period" }
            return period.type == .trial ? "trialing" : "active"
        }
        if isPaused { return "paused" }
        return isInBillingRetry(at: present) ? "in_billing_retry" : "expired"
    }

    fileprivate func autoRenewalStatus(at present: Timestamp) -> String {
        guard willRenew, !isGrant else { return "will_not_renew" }
        if pendingProduct != nil { return "will_change_product" }
        if pauseEndsAt != nil, !isPaused { return "will_pause" }
        return period.startsAt > present ? "has_already_renewed" : "will_renew"
    }
}

extension JSONWriter {
    fileprivate mutating func revenue(_ name: String, cents: Int) {
        self.name(name)
        beginObject()
        member("currency", text: "USD")
        for (part, percent) in [("gross", 100), ("commission", 30), ("tax", 0), ("proceeds", 70)] {
            self.name(part)
            value(.dollars(cents: cents * percent / 100))
        }
        endObject()
    }
}
