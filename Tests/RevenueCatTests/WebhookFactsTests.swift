import Entitlements
import RevenueCat
import TestSupport
import Testing

@Suite("Facts of a webhook event")
struct WebhookFactsTests {
    @Test("the items of an order: each with its own price and end, and what is none left out")
    func items() throws {
        let event = RevenueCatEvent.initialPurchase().setting(
            "items",
            [
                ["product_id": "music:monthly", "type": "base", "price": 2],
                ["product_id": "hifi", "type": "addon", "expiration_at_ms": 1_800_000_000_000],
                ["type": "addon"],
            ])
        let decoded = try WebhookEvent(body: event.body)
        #expect(decoded.problem == nil)
        #expect(decoded.facts?["order_items"] == ["music:monthly", "hifi"])
        #expect(
            decoded.facts?["ordered"] == [
                ["product_id": "music:monthly", "is_addon": false, "price": 2],
                ["product_id": "hifi", "is_addon": true, "expires_at": "2027-01-15T08:00:00.000Z"],
            ])
        #expect(decoded.facts?["unread"] == ["product_id_missing"])
        let strange = try WebhookEvent(body: event.setting("items", "none").body)
        #expect(strange.facts?["order_items"] == nil)
        #expect(strange.facts?["unread"] == ["items_not_an_array"])
    }

    @Test("of a first purchase are complete, in our terms")
    func initialPurchase() throws {
        let event = RevenueCatEvent.initialPurchase(
            id: "event-1", appUserID: "u_7", product: "stockpot_plus_monthly",
            purchasedAt: "2026-11-01T10:00:00Z", expiresAt: "2026-12-01T10:00:00Z"
        )
        .aliases(["$RCAnonymousID:1", "u_7", "$RCAnonymousID:2"], original: "$RCAnonymousID:1")
        .transaction("t2", original: "t1").setting("entitlement_id", "pro")
        let decoded = try WebhookEvent(body: event.body)
        #expect(decoded.id == "event-1")
        #expect(decoded.type == "INITIAL_PURCHASE")
        #expect(decoded.problem == nil)
        expectFacts(
            of: event,
            [
                "kind": "initial_purchase", "occurred_at": "2026-11-01T10:00:04.000Z",
                "environment": "production", "store": "app_store", "app_user_id": "u_7",
                "app_user_ids": ["u_7", "$RCAnonymousID:1", "$RCAnonymousID:2"],
                "product_id": "stockpot_plus_monthly", "period_type": "normal",
                "purchased_at": "2026-11-01T10:00:00.000Z",
                "expires_at": "2026-12-01T10:00:00.000Z", "price": 4.99,
                "price_in_purchased_currency": 4.99, "currency": "EUR", "country_code": "DE",
                "is_family_share": false, "entitlement_ids": ["plus", "pro"],
                "transaction_id": "t2", "original_transaction_id": "t1",
                "attributes": [
                    [
                        "name": "$email", "value": "somebody@example.com",
                        "updated_at": "2025-11-12T13:44:44.635Z",
                    ]
                ],
            ])
    }

    @Test(
        "include the fields of single types",
        arguments: [
            (.renewal(), "kind", "renewal"),
            (.cancellation(reason: "PRICE_INCREASE"), "cancel_reason", "price_increase"),
            (.refund(), "cancel_reason", "customer_support"),
            (.refund(), "price", -4.99),
            (.initialPurchase().setting("offer_code", "summer"), "offer_code", "summer"),
            (
                .initialPurchase().setting("presented_offering_id", "Paywall"),
                "presented_offering_id", "Paywall"
            ),
            (
                .renewal().setting("is_trial_conversion", true), "is_trial_conversion", true
            ),
            (.uncancellation(), "kind", "uncancellation"),
            (.expiration(reason: "BILLING_ERROR"), "expiration_reason", "billing_error"),
            (
                .billingIssue(graceExpiresAt: "2026-12-17T10:00:00Z"), "grace_expires_at",
                "2026-12-17T10:00:00.000Z"
            ),
            (
                .subscriptionPaused(resumesAt: "2027-01-01T00:00:00Z"), "auto_resume_at",
                "2027-01-01T00:00:00.000Z"
            ),
            (.productChange(from: "monthly", to: "yearly"), "product_id", "monthly"),
            (.productChange(from: "monthly", to: "yearly"), "new_product_id", "yearly"),
            (.promotionalGrant(), "store", "promotional"),
            (.promotionalGrant(), "period_type", "promotional"),
            (.initialPurchase().asTrial, "period_type", "trial"),
            (.initialPurchase().asTrial, "price", 0),
            (.initialPurchase().asFamilyShare, "is_family_share", true),
            (.initialPurchase().inSandbox, "environment", "sandbox"),
            (
                .subscriptionExtended(expiresAt: "2027-02-01T00:00:00Z"), "expires_at",
                "2027-02-01T00:00:00.000Z"
            ),
            (.refundReversed(), "kind", "refund_reversed"),
        ] as [(RevenueCatEvent, String, JSONValue)])
    func oneField(event: RevenueCatEvent, name: String, value: JSONValue) throws {
        let facts = try #require(try WebhookEvent(body: event.body).facts)
        #expect(facts[name] == value)
    }

    @Test("omit absent and null fields")
    func absent() throws {
        let event = RevenueCatEvent.nonRenewingPurchase(product: "hd_export").entitlements(nil)
            .setting("price", nil).setting("aliases", nil).setting("original_app_user_id", "")
            .setting("currency", nil).setting("country_code", "")
            .removing(
                "is_family_share", "period_type", "event_timestamp_ms",
                "price_in_purchased_currency", "subscriber_attributes"
            )
            .transaction(nil, original: "")
        expectFacts(
            of: event,
            [
                "kind": "non_renewing_purchase", "environment": "production",
                "store": "app_store", "app_user_id": "u_42", "app_user_ids": ["u_42"],
                "product_id": "hd_export", "purchased_at": "2026-11-01T10:00:00.000Z",
            ])
    }

    @Test("of a temporary grant are few, as in RevenueCat's sample")
    func temporaryGrant() throws {
        expectFacts(
            of: .temporaryEntitlementGrant(),
            [
                "kind": "temporary_entitlement_grant", "occurred_at": "2026-11-01T10:00:05.000Z",
                "environment": "production", "store": "app_store", "app_user_id": "u_42",
                "app_user_ids": ["u_42"],
            ])
        let full = try #require(
            try WebhookEvent(body: RevenueCatEvent.temporaryEntitlementGrant(product: "p").body)
                .facts)
        #expect(full["expires_at"] == "2026-11-02T10:00:00.000Z")
        #expect(full["entitlement_ids"] == ["plus"])
    }

    @Test("of a transfer have both sides and no app user")
    func transfer() {
        let event = RevenueCatEvent.transfer(
            from: ["u_1", "$RCAnonymousID:1", "u_1"], to: ["u_2"], at: "2026-11-05T00:00:00Z")
        let facts: JSONValue = [
            "kind": "transfer", "occurred_at": "2026-11-05T00:00:00.000Z",
            "environment": "production", "store": "app_store",
            "transferred_from": ["u_1", "$RCAnonymousID:1"], "transferred_to": ["u_2"],
        ]
        expectFacts(of: event, facts)
        var withoutEnvironment = facts.object ?? JSONObject()
        withoutEnvironment["environment"] = nil
        expectFacts(of: event.removing("environment"), .object(withoutEnvironment))
    }

    @Test("of a redemption are those of a transfer or of an alias, by its outcome")
    func redemption() throws {
        let transfer = RevenueCatEvent.purchaseRedeemed(
            outcome: "TRANSFER", from: ["u_1"], by: ["u_2"], at: "2026-11-05T00:00:00Z")
        expectFacts(
            of: transfer,
            [
                "kind": "transfer", "occurred_at": "2026-11-05T00:00:00.000Z",
                "environment": "production", "store": "rc_billing",
                "transferred_from": ["u_1"], "transferred_to": ["u_2"],
            ])
        let alias = transfer.setting("redemption_outcome", "alias")
            .setting("redeemed_by", ["u_2", "u_1"])
        expectFacts(
            of: alias,
            [
                "kind": "alias", "occurred_at": "2026-11-05T00:00:00.000Z",
                "environment": "production", "store": "rc_billing",
                "app_user_ids": ["u_1", "u_2"],
            ])
        let unknown = try WebhookEvent(
            body: transfer.setting("redemption_outcome", "refused").body)
        #expect(!unknown.isTypeUnderstood)
        #expect(unknown.facts?["kind"] == "unknown")
        #expect(unknown.facts?["app_user_ids"] == [], "The two sides are not one person.")
        #expect(unknown.facts?["transferred_from"] == ["u_1"])
        #expect(unknown.problem == nil)
    }

    @Test("of an alias are all its ids")
    func alias() {
        let event = RevenueCatEvent.subscriberAlias(
            appUserID: "u_1", aliases: ["$RCAnonymousID:1", "u_1"], at: "2026-11-05T00:00:00Z")
        expectFacts(
            of: event,
            [
                "kind": "alias", "occurred_at": "2026-11-05T00:00:00.000Z",
                "environment": "production", "store": "app_store",
                "app_user_ids": ["u_1", "$RCAnonymousID:1"],
            ])
    }

    @Test(
        "of an event without effects are its ids alone",
        arguments: [
            .invoiceIssuance().removing("subscriber_attributes"), .virtualCurrencyTransaction(),
            .experimentEnrollment(),
            .other("PRICE_INCREASE_CONSENT_REQUIRED"), .other("PRICE_INCREASE_CONSENT_APPROVED"),
            .other("PAYWALL_IMPRESSION"), .other("PAYWALL_CLOSE"), .other("PAYWALL_CANCEL"),
            .other("PAYWALL_EXIT_OFFER"), .other("PAYWALL_COMPONENT_INTERACTED"),
        ] as [RevenueCatEvent])
    func informative(event: RevenueCatEvent) {
        expectFacts(
            of: event,
            [
                "kind": "informative", "occurred_at": "2026-11-01T10:00:00.000Z",
                "app_user_ids": ["u_42"],
            ])
    }

    @Test("of a test have no app user")
    func test() {
        expectFacts(
            of: .test(), ["kind": "test", "occurred_at": "2026-11-01T10:00:00.000Z"])
    }

    @Test("of an unknown type are the ids in it", arguments: ["REFUND", "GIFT", "πλην"])
    func unknownType(type: String) throws {
        let event = try WebhookEvent(body: RevenueCatEvent.other(type).body)
        #expect(event.type == type)
        #expect(!event.isTypeUnderstood)
        #expect(event.facts?["kind"] == "unknown")
        #expect(event.facts?["app_user_ids"] == ["u_42"])
        #expect(event.problem == nil)
        let nameless = RevenueCatEvent.other(type).removing("app_user_id")
        #expect(try WebhookEvent(body: nameless.body).facts == nil)
    }

    @Test(
        "belong to the first id that is present",
        arguments: [
            ("a", "b", ["c"], "a", ["a", "b", "c"]), (nil, "b", ["c"], "b", ["b", "c"]),
            (nil, nil, ["c", "d", "c"], "c", ["c", "d"]), ("", "", ["", "d"], "d", ["d"]),
            ("a", "a", ["a"], "a", ["a"]), ("a", nil, nil, "a", ["a"]),
            (
                "caf\u{E9}", "cafe\u{301}", [], "caf\u{E9}", ["caf\u{E9}", "cafe\u{301}"]
            ),
        ] as [(String?, String?, [String]?, String, [String])])
    func ids(
        current: String?, original: String?, aliases: [String]?, owner: String, all: [String]
    ) throws {
        let event = RevenueCatEvent.renewal().setting("app_user_id", .text(current))
            .setting("original_app_user_id", .text(original))
            .setting("aliases", .texts(aliases))
        let facts = try #require(try WebhookEvent(body: event.body).facts)
        #expect(facts["app_user_id"]?.bytes == JSONValue.string(owner).bytes)
        #expect(facts["app_user_ids"]?.bytes == JSONValue.texts(all).bytes)
    }

    @Test(
        "have an environment, from any field that shows it",
        arguments: [
            ("SANDBOX", nil, "APP_STORE", "sandbox"), (nil, "SANDBOX", "APP_STORE", "sandbox"),
            (nil, nil, "APP_STORE", "production"), ("PRODUCTION", nil, "TEST_STORE", "sandbox"),
            (nil, nil, "TEST_STORE", "sandbox"), ("STAGING", nil, "GALAXY", "staging"),
            ("", nil, nil, "production"), ("PRODUCTION", "SANDBOX", nil, "production"),
        ] as [(String?, String?, String?, String)])
    func environments(
        environment: String?, purchaseEnvironment: String?, store: String?, expected: String
    ) throws {
        let event = RevenueCatEvent.renewal().setting("environment", .text(environment))
            .setting("purchase_environment", .text(purchaseEnvironment))
            .setting("store", .text(store))
        let facts = try #require(try WebhookEvent(body: event.body).facts)
        #expect(facts["environment"] == .string(expected))
        #expect(facts["store"] == store.map { .string($0.lowercased()) })
    }

    @Test(
        "have the union of both entitlement fields, and none if both are null",
        arguments: [
            (["a", "b"], "a", ["a", "b"]), (["a"], "b", ["a", "b"]), (nil, "b", ["b"]),
            ([], nil, []), (nil, nil, nil), (["a"], nil, ["a"]),
        ] as [([String]?, String?, [String]?)])
    func entitlements(several: [String]?, one: String?, expected: [String]?) throws {
        let event = RevenueCatEvent.renewal().entitlements(several)
            .setting("entitlement_id", .text(one))
        let facts = try #require(try WebhookEvent(body: event.body).facts)
        #expect(facts["entitlement_ids"] == expected.map { .texts($0) })
    }

    private func expectFacts(
        of event: RevenueCatEvent, _ expected: JSONValue,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let decoded = try? WebhookEvent(body: event.body)
        #expect(decoded?.problem == nil, sourceLocation: sourceLocation)
        #expect(decoded?.facts == expected, sourceLocation: sourceLocation)
    }
}
