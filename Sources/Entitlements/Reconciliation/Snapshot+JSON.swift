extension Snapshot {
    /// The JSON that SQL's `add_snapshots` takes; nil properties have no member.
    package var json: JSONValue {
        var object = JSONObject()
        object.add("read_at", readAt)
        object.add("app_user_id", appUserID)
        object.add("app_user_ids", appUserIDs)
        object.add("first_seen_at", firstSeenAt)
        object["purchases"] = .array(purchases.map(\.json))
        object.add("active_product_ids", activeProductIDs)
        if !refunded.isEmpty { object["refunded"] = .array(refunded.map(\.json)) }
        return .object(object)
    }
}

extension Snapshot.Purchase {
    package var json: JSONValue {
        var object = JSONObject()
        object.add("is_one_time", isOneTime)
        object.add("environment", environment)
        object.add("store", store)
        object.add("product_id", productID)
        object.add("product_plan_id", productPlanID)
        object.add("period_type", periodType)
        object.add("purchased_at", purchasedAt)
        object.add("original_purchased_at", originalPurchasedAt)
        object.add("expires_at", expiresAt)
        object.add("never_expires", neverExpires)
        object.add("grace_expires_at", graceExpiresAt)
        object.add("will_renew", willRenew)
        object.add("cancelled_at", cancelledAt)
        object.add("billing_issue_at", billingIssueAt)
        object.add("auto_resume_at", autoResumeAt)
        object.add("is_paused", isPaused)
        object.add("is_pending", isPending)
        object.add("is_cancelled", isCancelled)
        object.add("has_billing_issue", hasBillingIssue)
        object.add("refunded_at", refundedAt)
        object.add("is_family_share", isFamilyShare)
        object.add("entitlement_ids", entitlementIDs)
        object.add("transaction_id", transactionID)
        object.add("gives_access", givesAccess)
        object["quantity"] = quantity.map(JSONValue.integer)
        return .object(object)
    }
}

extension JSONObject {
    fileprivate mutating func add(_ name: String, _ flag: Bool?) {
        self[name] = flag.map(JSONValue.bool)
    }

    fileprivate mutating func add(_ name: String, _ text: String?) {
        self[name] = text.map(JSONValue.string)
    }

    fileprivate mutating func add(_ name: String, _ texts: [String]?) {
        self[name] = texts.map { .array($0.map(JSONValue.string)) }
    }

    fileprivate mutating func add(_ name: String, _ time: Timestamp?) {
        self[name] = time.map { .string($0.rfc3339) }
    }
}
