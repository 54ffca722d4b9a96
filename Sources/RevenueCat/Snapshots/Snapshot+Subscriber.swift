import Entitlements

extension Snapshot {
    /// Reads the answer to v1's `GET /subscribers/{id}`.
    ///
    /// It has one subscription for each product, and the customer's ids without their aliases.
    init(
        subscriberAnswer answer: JSONObject, of appUserID: String
    ) throws(RevenueCatFields.FieldError) {
        let fields = RevenueCatFields(answer)
        let subscriber = RevenueCatFields(try fields.required("subscriber", fields.object))
        let readAt = try fields.requestTime()
        let entitlements = try subscriber.entitlementsByProduct()
        var purchases: [Purchase] = []
        for (productID, entry) in try subscriber.products("subscriptions") {
            guard let entry = entry.object else {
                throw .unreadable("subscriptions_not_an_object_of_objects")
            }
            var purchase = try RevenueCatFields(entry).subscription(to: productID, at: readAt)
            purchase.entitlementIDs = entitlements[productID]
            purchases.append(purchase)
        }
        for (productID, entries) in try subscriber.products("non_subscriptions") {
            guard let entries = entries.array else {
                throw .unreadable("non_subscriptions_not_an_object_of_arrays")
            }
            for entry in try RevenueCatFields.objects(entries, of: "non_subscriptions") {
                var purchase = try RevenueCatFields(entry).oneTimePurchase(of: productID)
                purchase.entitlementIDs = entitlements[productID]
                purchases.append(purchase)
            }
        }
        let active = try subscriber.activeEntitlements(at: readAt)
        purchases += active.entriesWithoutPurchase(among: purchases, at: readAt)
        let original = try subscriber.text("original_app_user_id")
        self.init(
            readAt: readAt, appUserID: appUserID,
            appUserIDs: ([appUserID] + [original].compactMap { $0 }).distinct,
            firstSeenAt: try subscriber.date("first_seen"), purchases: purchases,
            activeProductIDs: active.compactMap(\.productID).distinct.sorted())
    }
}

extension RevenueCatFields {
    fileprivate func requestTime() throws(FieldError) -> Timestamp {
        if let time = try time("request_date_ms") { return time }
        return try required("request_date", date)
    }

    /// Returns the members of a map from product ids.
    ///
    /// Throws if the map is absent: read as empty, it would revoke all purchases.
    fileprivate func products(
        _ name: String
    ) throws(FieldError) -> [(productID: String, entry: JSONValue)] {
        var products: [(String, JSONValue)] = []
        for member in try required(name, object).members {
            guard !member.name.isEmpty, member.name.utf8.count <= Self.maximumTextBytes else {
                throw .unreadable("\(name)_product_out_of_range")
            }
            products.append((member.name, member.value))
        }
        return products
    }

    /// Returns the entitlements of each product.
    ///
    /// If several products give an entitlement, the answer names one of them.
    fileprivate func entitlementsByProduct() throws(FieldError) -> [String: [String]] {
        var entitlements: [String: [String]] = [:]
        for member in try object("entitlements")?.members ?? [] {
            guard let entry = member.value.object else {
                throw .unreadable("entitlements_not_an_object_of_objects")
            }
            guard let productID = try RevenueCatFields(entry).text("product_identifier") else {
                continue
            }
            entitlements[productID, default: []].append(member.name)
        }
        return entitlements
    }

    /// Returns the entitlements that are active at a moment.
    ///
    /// An entitlement without an end is active for ever.
    fileprivate func activeEntitlements(
        at now: Timestamp
    ) throws(FieldError) -> [ActiveEntitlement] {
        var active: [ActiveEntitlement] = []
        for member in try object("entitlements")?.members ?? [] {
            let entitlement = RevenueCatFields(member.value.object ?? JSONObject())
            let end = try entitlement.date("expires_date")
            let graceEnd = try entitlement.date("grace_period_expires_date")
            let lastEnd = end.map { max($0, graceEnd ?? $0) }
            guard lastEnd.map({ $0 > now }) ?? true else { continue }
            active.append(
                ActiveEntitlement(
                    id: member.name, productID: try entitlement.text("product_identifier"),
                    beganAt: try entitlement.date("purchase_date"), endsAt: lastEnd))
        }
        return active
    }

    fileprivate func subscription(
        to productID: String, at readAt: Timestamp
    ) throws(FieldError) -> Snapshot.Purchase {
        var purchase = try purchase(of: productID, isOneTime: false)
        try requireMember("expires_date")
        purchase.expiresAt = try date("expires_date")
        purchase.neverExpires = purchase.expiresAt == nil
        purchase.graceExpiresAt = try date("grace_period_expires_date")
        purchase.cancelledAt = try date("unsubscribe_detected_at")
        purchase.billingIssueAt = try date("billing_issues_detected_at")
        purchase.autoResumeAt = try date("auto_resume_date")
        purchase.refundedAt = try date("refunded_at")
        purchase.isFamilyShare = try word("ownership_type") == "family_shared"
        purchase.willRenew = purchase.cancelledAt == nil && purchase.canRenew(at: readAt)
        return purchase
    }

    fileprivate func oneTimePurchase(of productID: String) throws(FieldError) -> Snapshot.Purchase {
        try purchase(of: productID, isOneTime: true)
    }

    private func purchase(
        of productID: String, isOneTime: Bool
    ) throws(FieldError) -> Snapshot.Purchase {
        var purchase = Snapshot.Purchase(
            isOneTime: isOneTime,
            environment: try flag("is_sandbox") == true ? "sandbox" : "production",
            productID: productID, purchasedAt: try required("purchase_date", date))
        purchase.productPlanID = try text("product_plan_identifier")
        purchase.originalPurchasedAt = try date("original_purchase_date")
        purchase.transactionID = try identifier("store_transaction_id")
        purchase.periodType = try word("period_type")
        // Last, because it overrides some of the fields above.
        purchase.setStore(try word("store"))
        return purchase
    }
}
