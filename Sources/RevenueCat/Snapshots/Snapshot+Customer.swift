import Entitlements

/// Reads v2's lists about a customer.
extension Snapshot {
    /// From the items of the customer's three lists, and what the stores call the products, which
    /// v2 names by ids of its own.
    init(
        of appUserID: String, readAt: Timestamp,
        aliases: [JSONObject], subscriptions: [JSONObject], purchases: [JSONObject],
        productNames: [String: String]
    ) throws(RevenueCatFields.Trouble) {
        var ids = [appUserID]
        for alias in aliases {
            if let id = try RevenueCatFields(alias).text("id") { ids.append(id) }
        }
        var read: [Purchase] = []
        for entry in subscriptions {
            let fields = RevenueCatFields(entry)
            read.append(try fields.subscription(at: readAt, named: productNames))
        }
        for entry in purchases {
            // As in v1, what was refunded is not there.
            let fields = RevenueCatFields(entry)
            guard try fields.word("status") != "refunded" else { continue }
            read.append(try fields.oneTimePurchase(named: productNames))
        }
        self.init(
            readAt: readAt, appUserID: appUserID, appUserIDs: ids.distinct, purchases: read)
    }
}

extension RevenueCatFields {
    fileprivate func subscription(
        at readAt: Timestamp, named names: [String: String]
    ) throws(Trouble) -> Snapshot.Purchase {
        let status = try word("status")
        var purchase = try purchase(
            isOneTime: false, named: names, since: "current_period_starts_at",
            transaction: "store_subscription_identifier")
        purchase.originalPurchasedAt = try time("starts_at")
        try requireMember("current_period_ends_at")
        // They differ only where the next period is paid for already.
        let periodEnd = try time("current_period_ends_at")
        purchase.expiresAt = try time("ends_at") ?? periodEnd
        let givesAccess = try required("gives_access", flag)
        purchase.givesAccess = givesAccess
        purchase.isPaused = status == "paused"
        purchase.hasBillingIssue = status.flatMap { Self.isUnpaid[$0] }
        purchase.neverExpires = purchase.expiresAt == nil && givesAccess
        if status == "trialing", purchase.periodType == nil { purchase.periodType = "trial" }
        let wish = try word("auto_renewal_status")
        // Of what is over it is always said, whatever ended it.
        if let status, Self.isUnpaid[status] != nil {
            purchase.isCancelled = wish.map { $0 == "will_not_renew" }
        }
        purchase.willRenew =
            Self.renewingWishes.contains(wish) && purchase.canRenew(at: readAt)
        return purchase
    }

    fileprivate func oneTimePurchase(
        named names: [String: String]
    ) throws(Trouble) -> Snapshot.Purchase {
        try purchase(
            isOneTime: true, named: names, since: "purchased_at",
            transaction: "store_purchase_identifier")
    }

    /// What a status says of payment; the others say nothing of it.
    private static let isUnpaid = [
        "active": false, "trialing": false, "in_grace_period": true, "in_billing_retry": true,
    ]

    private static let renewingWishes: Set<String?> = [
        "will_renew", "will_change_product", "has_already_renewed",
    ]

    private func purchase(
        isOneTime: Bool, named names: [String: String], since start: String, transaction: String
    ) throws(Trouble) -> Snapshot.Purchase {
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

    /// What was granted by hand was no product.
    private func productName(
        in names: [String: String], store: String?
    ) throws(Trouble) -> String? {
        let productID = try text("product_id")
        if productID == nil, store == "promotional" { return nil }
        guard let name = productID.flatMap({ names[$0] }) else {
            throw .unreadable("product_id_missing")
        }
        return name
    }

    /// Nil for none, which v2 says of whatever has expired, and for more than are listed here.
    private func entitlementLookupKeys() throws(Trouble) -> [String]? {
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
