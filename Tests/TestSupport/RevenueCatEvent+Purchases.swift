package import Entitlements

/// The fields of all events about one purchase.
///
/// Events with the same original transaction belong to one purchase. By default it is derived from
/// the app user and the product.
private struct PurchaseFields {
    var appUserID: String
    var product: String
    var purchasedAt: Timestamp
    var expiresAt: Timestamp?
    var originalTransactionID: String?
    var price: JSONValue = 4.99

    func event(_ type: String, id: String?, at occurredAt: Timestamp) -> RevenueCatEvent {
        let original = originalTransactionID ?? Digits.transaction(of: "\(appUserID) \(product)")
        let transaction = Digits.transaction(of: "\(original) \(purchasedAt)")
        let members: JSONValue = [
            "event_timestamp_ms": .milliseconds(occurredAt), "product_id": .string(product),
            "period_type": "NORMAL", "purchased_at_ms": .milliseconds(purchasedAt),
            "expiration_at_ms": .milliseconds(expiresAt), "environment": "PRODUCTION",
            "entitlement_id": nil,
            "entitlement_ids": .texts([RevenueCatEvent.defaultEntitlement]),
            "presented_offering_id": nil, "transaction_id": .string(transaction),
            "original_transaction_id": .string(original), "is_family_share": false,
            "country_code": "DE", "app_user_id": .string(appUserID),
            "aliases": .texts([appUserID]), "original_app_user_id": .string(appUserID),
            "currency": "EUR", "price": price, "price_in_purchased_currency": price,
            "subscriber_attributes": [
                "$email": ["updated_at_ms": 1_762_955_084_635, "value": "somebody@example.com"]
            ],
            "store": "APP_STORE", "takehome_percentage": 0.7, "offer_code": nil,
            "tax_percentage": 0.19, "commission_percentage": 0.3, "app_id": "app1234567890",
        ]
        return RevenueCatEvent(type: type, id: id, fields: members.object ?? JSONObject())
    }
}

extension RevenueCatEvent {
    package static func initialPurchase(
        id: String? = nil, appUserID: String = defaultAppUserID, product: String = defaultProduct,
        purchasedAt: Timestamp = defaultPurchase, expiresAt: Timestamp? = nil,
        originalTransactionID: String? = nil
    ) -> RevenueCatEvent {
        PurchaseFields(
            appUserID: appUserID, product: product, purchasedAt: purchasedAt,
            expiresAt: expiresAt ?? purchasedAt.advanced(byDays: 30),
            originalTransactionID: originalTransactionID
        ).event("INITIAL_PURCHASE", id: id, at: purchasedAt.advanced(bySeconds: 4))
    }

    /// An initial purchase that gives access at any time of the tests.
    package static func nowRunning(
        id: String? = nil, appUserID: String = defaultAppUserID
    ) -> RevenueCatEvent {
        initialPurchase(id: id, appUserID: appUserID, expiresAt: "2999-01-01T00:00:00Z")
    }

    /// The renewal of the second period, unless `purchasedAt` is given.
    package static func renewal(
        id: String? = nil, appUserID: String = defaultAppUserID, product: String = defaultProduct,
        purchasedAt: Timestamp = defaultPurchase.advanced(byDays: 30), expiresAt: Timestamp? = nil,
        originalTransactionID: String? = nil
    ) -> RevenueCatEvent {
        PurchaseFields(
            appUserID: appUserID, product: product, purchasedAt: purchasedAt,
            expiresAt: expiresAt ?? purchasedAt.advanced(byDays: 30),
            originalTransactionID: originalTransactionID
        ).event("RENEWAL", id: id, at: purchasedAt.advanced(bySeconds: 4))
            .setting("is_trial_conversion", false)
    }

    /// The end of auto-renewal, a day after the purchase unless `at` is given.
    package static func cancellation(
        id: String? = nil, appUserID: String = defaultAppUserID, product: String = defaultProduct,
        reason: String = "UNSUBSCRIBE", price: JSONValue = 0.0,
        purchasedAt: Timestamp = defaultPurchase, expiresAt: Timestamp? = nil,
        at occurredAt: Timestamp? = nil, originalTransactionID: String? = nil
    ) -> RevenueCatEvent {
        PurchaseFields(
            appUserID: appUserID, product: product, purchasedAt: purchasedAt,
            expiresAt: expiresAt ?? purchasedAt.advanced(byDays: 30),
            originalTransactionID: originalTransactionID, price: price
        ).event("CANCELLATION", id: id, at: occurredAt ?? purchasedAt.advanced(byDays: 1))
            .setting("cancel_reason", .string(reason))
    }

    /// A refund: a cancellation whose expiration is just before the event.
    package static func refund(
        id: String? = nil, appUserID: String = defaultAppUserID, product: String = defaultProduct,
        purchasedAt: Timestamp = defaultPurchase, at occurredAt: Timestamp? = nil,
        originalTransactionID: String? = nil
    ) -> RevenueCatEvent {
        let occurredAt = occurredAt ?? purchasedAt.advanced(byDays: 2)
        return cancellation(
            id: id, appUserID: appUserID, product: product, reason: "CUSTOMER_SUPPORT",
            price: -4.99, purchasedAt: purchasedAt,
            expiresAt: occurredAt.advanced(bySeconds: -900), at: occurredAt,
            originalTransactionID: originalTransactionID)
    }

    package static func uncancellation(
        id: String? = nil, appUserID: String = defaultAppUserID, product: String = defaultProduct,
        purchasedAt: Timestamp = defaultPurchase, expiresAt: Timestamp? = nil,
        at occurredAt: Timestamp? = nil, originalTransactionID: String? = nil
    ) -> RevenueCatEvent {
        PurchaseFields(
            appUserID: appUserID, product: product, purchasedAt: purchasedAt,
            expiresAt: expiresAt ?? purchasedAt.advanced(byDays: 30),
            originalTransactionID: originalTransactionID, price: 0.0
        ).event("UNCANCELLATION", id: id, at: occurredAt ?? purchasedAt.advanced(byDays: 3))
    }

    /// A failed charge at the end of the period, by default with sixteen days of grace.
    ///
    /// For an event without grace, set `grace_period_expiration_at_ms` to nil.
    package static func billingIssue(
        id: String? = nil, appUserID: String = defaultAppUserID, product: String = defaultProduct,
        purchasedAt: Timestamp = defaultPurchase, expiresAt: Timestamp? = nil,
        graceExpiresAt: Timestamp? = nil, at occurredAt: Timestamp? = nil,
        originalTransactionID: String? = nil
    ) -> RevenueCatEvent {
        let expiresAt = expiresAt ?? purchasedAt.advanced(byDays: 30)
        return PurchaseFields(
            appUserID: appUserID, product: product, purchasedAt: purchasedAt,
            expiresAt: expiresAt, originalTransactionID: originalTransactionID, price: 0
        ).event("BILLING_ISSUE", id: id, at: occurredAt ?? expiresAt.advanced(bySeconds: 5))
            .setting(
                "grace_period_expiration_at_ms",
                .milliseconds(graceExpiresAt ?? expiresAt.advanced(byDays: 16)))
    }

    /// The end of the subscription, sent 39 seconds later.
    package static func expiration(
        id: String? = nil, appUserID: String = defaultAppUserID, product: String = defaultProduct,
        reason: String = "UNSUBSCRIBE", purchasedAt: Timestamp = defaultPurchase,
        expiresAt: Timestamp? = nil, at occurredAt: Timestamp? = nil,
        originalTransactionID: String? = nil
    ) -> RevenueCatEvent {
        let expiresAt = expiresAt ?? purchasedAt.advanced(byDays: 30)
        return PurchaseFields(
            appUserID: appUserID, product: product, purchasedAt: purchasedAt,
            expiresAt: expiresAt, originalTransactionID: originalTransactionID, price: 0.0
        ).event("EXPIRATION", id: id, at: occurredAt ?? expiresAt.advanced(bySeconds: 39))
            .setting("expiration_reason", .string(reason))
    }
}

extension RevenueCatEvent {
    /// The current product with its dates, and the product that follows it.
    package static func productChange(
        id: String? = nil, appUserID: String = defaultAppUserID, from product: String,
        to newProduct: String, purchasedAt: Timestamp = defaultPurchase,
        expiresAt: Timestamp? = nil, at occurredAt: Timestamp? = nil,
        originalTransactionID: String? = nil
    ) -> RevenueCatEvent {
        PurchaseFields(
            appUserID: appUserID, product: product, purchasedAt: purchasedAt,
            expiresAt: expiresAt ?? purchasedAt.advanced(byDays: 30),
            originalTransactionID: originalTransactionID, price: 0
        ).event("PRODUCT_CHANGE", id: id, at: occurredAt ?? purchasedAt.advanced(byDays: 7))
            .setting("new_product_id", .string(newProduct))
    }

    /// A lifetime purchase or a consumable, with its own transaction and no expiry.
    package static func nonRenewingPurchase(
        id: String? = nil, appUserID: String = defaultAppUserID, product: String,
        purchasedAt: Timestamp = defaultPurchase, expiresAt: Timestamp? = nil,
        originalTransactionID: String? = nil
    ) -> RevenueCatEvent {
        let transaction =
            originalTransactionID
            ?? Digits.transaction(of: "\(appUserID) \(product) \(purchasedAt)")
        return PurchaseFields(
            appUserID: appUserID, product: product, purchasedAt: purchasedAt,
            expiresAt: expiresAt, originalTransactionID: transaction
        ).event("NON_RENEWING_PURCHASE", id: id, at: purchasedAt.advanced(bySeconds: 3))
            .transaction(transaction, original: transaction)
    }

    /// A grant from RevenueCat's dashboard: always production, and of no app.
    package static func promotionalGrant(
        id: String? = nil, appUserID: String = defaultAppUserID,
        entitlement: String = defaultEntitlement, purchasedAt: Timestamp = defaultPurchase,
        expiresAt: Timestamp? = nil
    ) -> RevenueCatEvent {
        nonRenewingPurchase(
            id: id, appUserID: appUserID, product: "rc_promo_\(entitlement)_monthly",
            purchasedAt: purchasedAt, expiresAt: expiresAt ?? purchasedAt.advanced(byDays: 30)
        ).store("PROMOTIONAL").entitlements([entitlement]).setting("period_type", "PROMOTIONAL")
            .setting("price", 0.0).removing("app_id")
    }

    /// A pause that starts at the end of the period.
    package static func subscriptionPaused(
        id: String? = nil, appUserID: String = defaultAppUserID, product: String = defaultProduct,
        purchasedAt: Timestamp = defaultPurchase, expiresAt: Timestamp? = nil,
        resumesAt: Timestamp? = nil, at occurredAt: Timestamp? = nil,
        originalTransactionID: String? = nil
    ) -> RevenueCatEvent {
        let expiresAt = expiresAt ?? purchasedAt.advanced(byDays: 30)
        return PurchaseFields(
            appUserID: appUserID, product: product, purchasedAt: purchasedAt,
            expiresAt: expiresAt, originalTransactionID: originalTransactionID, price: 0.0
        ).event("SUBSCRIPTION_PAUSED", id: id, at: occurredAt ?? purchasedAt.advanced(byDays: 5))
            .store("PLAY_STORE")
            .setting(
                "auto_resume_at_ms", .milliseconds(resumesAt ?? expiresAt.advanced(byDays: 30)))
    }

    package static func subscriptionExtended(
        id: String? = nil, appUserID: String = defaultAppUserID, product: String = defaultProduct,
        purchasedAt: Timestamp = defaultPurchase, expiresAt: Timestamp,
        at occurredAt: Timestamp? = nil, originalTransactionID: String? = nil
    ) -> RevenueCatEvent {
        PurchaseFields(
            appUserID: appUserID, product: product, purchasedAt: purchasedAt,
            expiresAt: expiresAt, originalTransactionID: originalTransactionID, price: 0.0
        ).event("SUBSCRIPTION_EXTENDED", id: id, at: occurredAt ?? purchasedAt.advanced(byDays: 6))
    }

    package static func refundReversed(
        id: String? = nil, appUserID: String = defaultAppUserID, product: String = defaultProduct,
        purchasedAt: Timestamp = defaultPurchase, expiresAt: Timestamp? = nil,
        at occurredAt: Timestamp? = nil, originalTransactionID: String? = nil
    ) -> RevenueCatEvent {
        PurchaseFields(
            appUserID: appUserID, product: product, purchasedAt: purchasedAt,
            expiresAt: expiresAt ?? purchasedAt.advanced(byDays: 30),
            originalTransactionID: originalTransactionID
        ).event("REFUND_REVERSED", id: id, at: occurredAt ?? purchasedAt.advanced(byDays: 4))
            .setting("metadata", nil).setting("renewal_number", 1)
    }
}
