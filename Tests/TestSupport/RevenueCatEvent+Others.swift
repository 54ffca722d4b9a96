package import Entitlements

extension RevenueCatEvent {
    /// Access granted because the store did not answer.
    ///
    /// RevenueCat documents dates and a product, but its sample has neither: they are present only
    /// if a test gives them.
    package static func temporaryEntitlementGrant(
        id: String? = nil, appUserID: String = defaultAppUserID, product: String? = nil,
        purchasedAt: Timestamp = defaultPurchase, expiresAt: Timestamp? = nil
    ) -> RevenueCatEvent {
        var event = bare(
            "TEMPORARY_ENTITLEMENT_GRANT", id: id, at: purchasedAt.advanced(bySeconds: 5),
            ["app_user_id": .string(appUserID), "store": "APP_STORE"])
        guard let product else { return event }
        event.fields["product_id"] = .string(product)
        event.fields["entitlement_ids"] = .texts([defaultEntitlement])
        event.fields["purchased_at_ms"] = .milliseconds(purchasedAt)
        event.fields["expiration_at_ms"] = .milliseconds(
            expiresAt ?? purchasedAt.advanced(byDays: 1))
        event.fields["transaction_id"] = .string(
            Digits.transaction(of: "\(appUserID) \(product) \(purchasedAt)"))
        return event
    }

    /// Purchases that moved.
    ///
    /// The event has no app user id, aliases, product or dates.
    package static func transfer(
        id: String? = nil, from: [String], to: [String],
        at occurredAt: Timestamp = defaultPurchase.advanced(byDays: 10)
    ) -> RevenueCatEvent {
        bare(
            "TRANSFER", id: id, at: occurredAt,
            [
                "store": "APP_STORE", "environment": "PRODUCTION",
                "transferred_from": .texts(from), "transferred_to": .texts(to),
            ])
    }

    /// A web purchase redeemed in an app, with the outcome `alias` or `transfer`.
    package static func purchaseRedeemed(
        id: String? = nil, outcome: String, from: [String], by: [String],
        product: String = defaultProduct,
        at occurredAt: Timestamp = defaultPurchase.advanced(byDays: 10)
    ) -> RevenueCatEvent {
        bare(
            "PURCHASE_REDEEMED", id: id, at: occurredAt,
            [
                "store": "RC_BILLING", "environment": "PRODUCTION",
                "product_id": .string(product), "entitlement_ids": .texts([defaultEntitlement]),
                "redeemed_from": .texts(from), "redeemed_by": .texts(by),
                "redemption_outcome": .string(outcome), "redemption_platform": "ios",
                "trace_id": "trace1234",
            ])
    }

    /// Two ids that RevenueCat merged.
    ///
    /// Only old projects send this event.
    package static func subscriberAlias(
        id: String? = nil, appUserID: String = defaultAppUserID, aliases: [String],
        at occurredAt: Timestamp = defaultPurchase.advanced(byDays: 10)
    ) -> RevenueCatEvent {
        bare(
            "SUBSCRIBER_ALIAS", id: id, at: occurredAt,
            [
                "app_user_id": .string(appUserID), "original_app_user_id": .string(appUserID),
                "aliases": .texts(aliases), "store": "APP_STORE",
            ])
    }

    /// The dashboard's test event, which looks like a purchase and is none.
    package static func test(
        id: String? = nil, at occurredAt: Timestamp = defaultPurchase
    ) -> RevenueCatEvent {
        initialPurchase(id: id, appUserID: "00000000-0000-0000-0000-000000000000")
            .setting("type", "TEST").setting("environment", "SANDBOX").occurring(at: occurredAt)
    }

    package static func invoiceIssuance(
        id: String? = nil, appUserID: String = defaultAppUserID,
        at occurredAt: Timestamp = defaultPurchase
    ) -> RevenueCatEvent {
        initialPurchase(id: id, appUserID: appUserID).setting("type", "INVOICE_ISSUANCE")
            .store("RC_BILLING").occurring(at: occurredAt).transaction(nil, original: nil)
            .entitlements(nil).setting("expiration_at_ms", nil).setting("period_type", nil)
            .setting("metadata", nil).setting("renewal_number", nil).removing("price")
    }

    package static func virtualCurrencyTransaction(
        id: String? = nil, appUserID: String = defaultAppUserID,
        at occurredAt: Timestamp = defaultPurchase
    ) -> RevenueCatEvent {
        bare(
            "VIRTUAL_CURRENCY_TRANSACTION", id: id, at: occurredAt,
            [
                "adjustments": [["amount": 100, "currency": ["code": "CRD", "name": "Credits"]]],
                "app_user_id": .string(appUserID), "aliases": .texts([appUserID]),
                "product_display_name": "100 credits", "product_id": "credits_100",
                "purchase_environment": "PRODUCTION", "source": "in_app_purchase",
                "store": "APP_STORE", "transaction_id": "123456789012345",
                "virtual_currency_transaction_id": "vatx123456789012345",
            ])
    }

    package static func experimentEnrollment(
        id: String? = nil, appUserID: String = defaultAppUserID,
        at occurredAt: Timestamp = defaultPurchase
    ) -> RevenueCatEvent {
        bare(
            "EXPERIMENT_ENROLLMENT", id: id, at: occurredAt,
            [
                "app_user_id": .string(appUserID), "original_app_user_id": .string(appUserID),
                "aliases": .texts([appUserID]), "experiment_id": "prexp123",
                "experiment_variant": "b", "offering_id": "default",
                "experiment_enrolled_at_ms": .milliseconds(occurredAt),
            ]
        ).removing("app_id")
    }

    /// An event without a documented shape, such as `PAYWALL_IMPRESSION`, or of an unknown type.
    package static func other(
        _ type: String, id: String? = nil, appUserID: String = defaultAppUserID,
        at occurredAt: Timestamp = defaultPurchase
    ) -> RevenueCatEvent {
        bare(
            type, id: id, at: occurredAt,
            ["app_user_id": .string(appUserID), "something_new": ["nested": [1, nil]]])
    }

    private static func bare(
        _ type: String, id: String?, at occurredAt: Timestamp, _ members: JSONValue
    ) -> RevenueCatEvent {
        RevenueCatEvent(type: type, id: id, fields: members.object ?? JSONObject())
            .occurring(at: occurredAt).setting("app_id", "app1234567890")
    }
}
