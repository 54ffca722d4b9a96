import Entitlements

/// Reads v2's lists about a customer.
extension Snapshot {
    /// Reads the items of the customer's three lists.
    ///
    /// `productNames` has the stores' identifiers by v2's product ids.
    init(
        of appUserID: String, readAt: Timestamp,
        aliases: [JSONObject], subscriptions: [JSONObject], purchases: [JSONObject],
        productNames: [String: String]
    ) throws(RevenueCatFields.FieldError) {
        var ids = [appUserID]
        for alias in aliases {
            if let id = try RevenueCatFields(alias).text("id") { ids.append(id) }
        }
        var read: [Purchase] = []
        var refunded: [Purchase] = []
        for entry in subscriptions {
            let fields = RevenueCatFields(entry)
            read.append(try fields.subscription(at: readAt, named: productNames))
        }
        for entry in purchases {
            let fields = RevenueCatFields(entry)
            let purchase = try fields.oneTimePurchase(named: productNames)
            if try fields.word("status") == "refunded" {
                refunded.append(purchase)
            } else {
                read.append(purchase)
            }
        }
        self.init(
            readAt: readAt, appUserID: appUserID, appUserIDs: ids.distinct, purchases: read)
        self.refunded = refunded
    }
}

extension RevenueCatFields {
    fileprivate func subscription(
        at readAt: Timestamp, named names: [String: String]
    ) throws(FieldError) -> Snapshot.Purchase {
        let status = try word("status")
        var purchase = try purchase(
            isOneTime: false, named: names, since: "current_period_starts_at",
            transaction: "store_subscription_identifier")
        purchase.originalPurchasedAt = try time("starts_at")
        try requireMember("current_period_ends_at")
        // The two ends differ only if the next period is paid already.
        let periodEnd = try time("current_period_ends_at")
        purchase.expiresAt = try time("ends_at") ?? periodEnd
        let givesAccess = try required("gives_access", flag)
        purchase.givesAccess = givesAccess
        let wish = try word("auto_renewal_status")
        purchase.isPaused = status == "paused" || wish == "will_pause"
        let isFirstPeriod =
            purchase.originalPurchasedAt ?? purchase.purchasedAt == purchase.purchasedAt
        let hasPendingPayment = try flag("pending_payment") == true
        if !givesAccess, isFirstPeriod, hasPendingPayment || status == "incomplete" {
            purchase.isPending = true
        }
        purchase.hasBillingIssue = status.flatMap { Self.isUnpaid[$0] }
        purchase.neverExpires = purchase.expiresAt == nil && givesAccess
        if status == "trialing", purchase.periodType == nil { purchase.periodType = "trial" }
        // An expired subscription always has `will_not_renew`, so it does not mean cancelled.
        if let status, Self.isUnpaid[status] != nil {
            purchase.isCancelled = wish.map { $0 == "will_not_renew" }
        }
        purchase.willRenew =
            Self.renewingWishes.contains(wish) && purchase.canRenew(at: readAt)
        return purchase
    }

    fileprivate func oneTimePurchase(
        named names: [String: String]
    ) throws(FieldError) -> Snapshot.Purchase {
        var purchase = try purchase(
            isOneTime: true, named: names, since: "purchased_at",
            transaction: "store_purchase_identifier")
        // A value that is no count, such as zero, is one of the product.
        purchase.quantity = try? quantity()
        return purchase
    }

    /// Whether each status means unpaid; other statuses say nothing about payment.
    private static let isUnpaid = [
        "active": false, "trialing": false, "in_grace_period": true, "in_billing_retry": true,
    ]

    private static let renewingWishes: Set<String?> = [
        "will_renew", "will_change_product", "has_already_renewed",
    ]

    private func purchase(
        isOneTime: Bool, named names: [String: String], since start: String, transaction: String
    ) throws(FieldError) -> Snapshot.Purchase {
        let store = try word("store")
        var purchase = Snapshot.Purchase(
            isOneTime: isOneTime, environment: try required("environment", word),
            productID: try productName(in: names, store: store),
            purchasedAt: try required(start, time))
        purchase.transactionID = try identifier(transaction)
        purchase.entitlementIDs = try entitlementLookupKeys()
        purchase.isFamilyShare = try word("ownership") == "family_shared"
        purchase.setStore(store)
        return purchase
    }

    /// Returns the store's product identifier; nil for a grant without a product.
    private func productName(
        in names: [String: String], store: String?
    ) throws(FieldError) -> String? {
        let productID = try text("product_id")
        if productID == nil, store == "promotional" { return nil }
        guard let name = productID.flatMap({ names[$0] }) else {
            throw .unreadable("product_id_missing")
        }
        return name
    }

    /// Nil if the list is empty, as for any expired purchase in v2, or has more pages.
    private func entitlementLookupKeys() throws(FieldError) -> [String]? {
        guard let list = try object("entitlements") else { return nil }
        let fields = RevenueCatFields(list)
        guard try fields.text("next_page") == nil else { return nil }
        var keys: [String] = []
        for entitlement in try fields.objects("items") ?? [] {
            if let key = try RevenueCatFields(entitlement).text("lookup_key") { keys.append(key) }
        }
        return keys.isEmpty ? nil : keys
    }
}
