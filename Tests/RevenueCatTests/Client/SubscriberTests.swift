import Entitlements
import RevenueCat
import TestSupport
import Testing

@Suite("A snapshot of v1", .timeLimit(.minutes(5)))
struct SubscriberTests {
    static let subscription: JSONValue = [
        "auto_resume_date": nil, "billing_issues_detected_at": nil,
        "expires_date": "2026-12-15T10:00:00Z", "grace_period_expires_date": nil,
        "is_sandbox": false, "original_purchase_date": "2026-06-15T10:00:00Z",
        "ownership_type": "PURCHASED", "period_type": "normal",
        "purchase_date": "2026-11-15T10:00:00Z", "refunded_at": nil, "store": "app_store",
        "store_transaction_id": "t9", "unsubscribe_detected_at": nil,
    ]

    static let coins: JSONValue = [
        "id": "a1b2", "is_sandbox": false, "purchase_date": "2026-05-01T08:00:00Z",
        "original_purchase_date": "2026-05-01T08:00:00Z", "store": "app_store",
        "store_transaction_id": "t1",
    ]

    static func body(
        subscriptions: JSONValue = [:], oneTime: JSONValue = [:], entitlements: JSONValue = [:],
        original: JSONValue = "u_42"
    ) -> JSONValue {
        [
            "request_date": "2026-12-01T10:00:00Z", "request_date_ms": 1_796_119_200_123,
            "subscriber": [
                "entitlements": entitlements, "first_seen": "2026-01-01T00:00:00Z",
                "non_subscriptions": oneTime, "original_app_user_id": original,
                "other_purchases": [:], "subscriptions": subscriptions,
                "subscriber_attributes": ["$email": ["value": "a@b.c", "updated_at_ms": 1]],
            ],
        ]
    }

    @Test("has all fields of the answer, in our terms")
    func wholeSnapshot() async throws {
        let body = Self.body(
            subscriptions: ["plus_monthly": Self.subscription],
            oneTime: ["coins": [Self.coins]],
            entitlements: [
                "plus": [
                    "expires_date": "2026-12-15T10:00:00Z", "product_identifier": "plus_monthly",
                    "purchase_date": "2026-11-15T10:00:00Z",
                ],
                "rich": ["expires_date": nil, "product_identifier": "coins"],
            ], original: "$RCAnonymousID:1")
        #expect(
            try await snapshot(from: body).get()?.json == [
                "read_at": "2026-12-01T10:00:00.123Z", "app_user_id": "u_42",
                "app_user_ids": ["u_42", "$RCAnonymousID:1"],
                "first_seen_at": "2026-01-01T00:00:00.000Z",
                "purchases": [
                    [
                        "is_one_time": false, "environment": "production",
                        "store": "app_store", "product_id": "plus_monthly",
                        "period_type": "normal", "purchased_at": "2026-11-15T10:00:00.000Z",
                        "original_purchased_at": "2026-06-15T10:00:00.000Z",
                        "expires_at": "2026-12-15T10:00:00.000Z", "never_expires": false,
                        "will_renew": true, "is_family_share": false,
                        "entitlement_ids": ["plus"], "transaction_id": "t9",
                    ],
                    [
                        "is_one_time": true, "environment": "production", "store": "app_store",
                        "product_id": "coins", "purchased_at": "2026-05-01T08:00:00.000Z",
                        "original_purchased_at": "2026-05-01T08:00:00.000Z",
                        "never_expires": true, "will_renew": false, "is_family_share": false,
                        "entitlement_ids": ["rich"], "transaction_id": "t1",
                    ],
                ],
                "active_product_ids": ["coins", "plus_monthly"],
            ])
    }

    @Test("names the products through which an entitlement is active, listed or not")
    func activeProducts() async throws {
        let body = Self.body(
            entitlements: [
                "over": ["expires_date": "2026-11-30T10:00:00Z", "product_identifier": "over"],
                "plus": [
                    "expires_date": "2026-12-15T10:00:00Z", "product_identifier": "plus_sub",
                    "product_plan_identifier": "monthly",
                ],
                "pro": [
                    "expires_date": "2026-11-30T10:00:00Z", "product_identifier": "in_grace",
                    "grace_period_expires_date": "2026-12-03T10:00:00Z",
                ],
                "rich": ["expires_date": nil, "product_identifier": "for_ever"],
            ])
        #expect(
            try await snapshot(from: body).get()?.json["active_product_ids"]
                == ["for_ever", "in_grace", "plus_sub"])
    }

    /// A changed field of the answer, and the expected field of the snapshot.
    struct Case: Sendable, CustomTestStringConvertible {
        var set: (name: String, value: JSONValue?)
        var expected: [String: JSONValue?]

        init(_ name: String, _ value: JSONValue?, _ expected: [String: JSONValue?]) {
            set = (name, value)
            self.expected = expected
        }

        var testDescription: String {
            let value = set.value.map { String(decoding: $0.bytes, as: UTF8.self) }
            return "\(set.name): \(value ?? "absent")"
        }
    }

    @Test(
        "converts each field",
        arguments: [
            Case("expires_date", nil as JSONValue, ["never_expires": true, "expires_at": nil]),
            Case(
                "expires_date", "2026-12-15T10:00:00.975123Z",
                ["expires_at": "2026-12-15T10:00:00.975Z"]),
            Case("expires_date", "2026-11-30T10:00:00Z", ["will_renew": false]),
            Case("is_sandbox", true, ["environment": "sandbox"]),
            Case("is_sandbox", nil, ["environment": "production"]),
            Case("store", "test_store", ["environment": "sandbox"]),
            Case("store", "Galaxy_Next", ["store": "galaxy_next", "environment": "production"]),
            Case("store", nil, ["store": nil]),
            Case("period_type", "TRIAL", ["period_type": "trial"]),
            Case("period_type", "prepaid", ["period_type": "prepaid", "will_renew": false]),
            Case("period_type", "weekend", ["period_type": "weekend", "will_renew": true]),
            Case("ownership_type", "FAMILY_SHARED", ["is_family_share": true]),
            Case("ownership_type", nil, ["is_family_share": false]),
            Case("ownership_type", nil as JSONValue, ["is_family_share": false]),
            Case("ownership_type", "LEASED", ["is_family_share": false]),
            Case(
                "store_transaction_id", 340_001_090_153_249, ["transaction_id": "340001090153249"]),
            Case("store_transaction_id", nil as JSONValue, ["transaction_id": nil]),
            Case("store_transaction_id", "", ["transaction_id": nil]),
            Case(
                "unsubscribe_detected_at", "2026-11-20T10:00:00Z",
                ["cancelled_at": "2026-11-20T10:00:00.000Z", "will_renew": false]),
            Case(
                "billing_issues_detected_at", "2026-11-20T10:00:00Z",
                ["billing_issue_at": "2026-11-20T10:00:00.000Z", "will_renew": false]),
            Case(
                "auto_resume_date", "2027-01-20T10:00:00Z",
                ["auto_resume_at": "2027-01-20T10:00:00.000Z", "will_renew": false]),
            Case(
                "grace_period_expires_date", "2026-12-15T10:00:00Z",
                ["grace_expires_at": "2026-12-15T10:00:00.000Z"]),
            Case(
                "refunded_at", "2026-11-20T10:00:00Z",
                ["refunded_at": "2026-11-20T10:00:00.000Z"]),
            Case("original_purchase_date", nil, ["original_purchased_at": nil]),
            Case(
                "product_plan_identifier", "p1m",
                ["product_plan_id": "p1m", "product_id": "plus_monthly"]),
            Case("price", ["amount": "4.99", "currency": "USD"], ["price": nil]),
        ])
    func field(_ one: Case) async throws {
        let entry = Self.subscription.setting(one.set.name, one.set.value)
        let body = Self.body(subscriptions: ["plus_monthly": entry])
        let purchase = try await snapshot(from: body).get()?.purchases.first?.json
        for (name, value) in one.expected {
            #expect(purchase?[name] == value, "\(name)")
        }
    }

    @Test("has the period type promotional for a grant")
    func promotional() async throws {
        let entry = Self.subscription.setting("store", "promotional").setting("is_sandbox", true)
            .setting("ownership_type", nil)
        let body = Self.body(subscriptions: ["rc_promo_plus_monthly": entry])
        let purchase = try await snapshot(from: body).get()?.purchases.first
        #expect(purchase?.periodType == "promotional")
        #expect(purchase?.environment == "production")
        #expect(purchase?.willRenew == false)
        #expect(purchase?.expiresAt == "2026-12-15T10:00:00Z")
    }

    @Test("has Play's plan with the product, wherever the answer has it")
    func playPlan() async throws {
        let play = Self.subscription.setting("store", "play_store")
        let body = Self.body(subscriptions: [
            "plus": play.setting("product_plan_identifier", "monthly"), "pro:yearly": play,
            "old": play, "a:b": Self.subscription,
        ])
        let purchases = try await snapshot(from: body).get()?.purchases ?? []
        #expect(purchases.map(\.productID) == ["plus", "pro", "old", "a:b"])
        #expect(purchases.map(\.productPlanID) == ["monthly", "yearly", nil, nil])
    }

    @Test("lists a product once per purchase")
    func severalOneTimePurchases() async throws {
        let body = Self.body(oneTime: [
            "coins": [Self.coins, Self.coins.setting("store_transaction_id", 2)], "gems": [],
        ])
        let purchases = try await snapshot(from: body).get()?.purchases
        #expect(purchases?.map(\.transactionID) == ["t1", "2"])
        #expect(purchases?.allSatisfy { $0.isOneTime && $0.neverExpires } == true)
    }

    @Test(
        "lists each id once",
        arguments: [
            ("u_42", ["u_42"]), ("", ["u_42"]), (nil, ["u_42"]), ("u_7", ["u_42", "u_7"]),
        ] as [(String?, [String])])
    func ids(original: String?, ids: [String]) async throws {
        let snapshot = try await snapshot(from: Self.body(original: .text(original))).get()
        #expect(snapshot?.appUserID == "u_42")
        #expect(snapshot?.appUserIDs == ids)
    }

    @Test("has the answer's time, from either field")
    func readAt() async throws {
        let exact = try await snapshot(from: Self.body()).get()
        #expect(exact?.readAt == "2026-12-01T10:00:00.123Z")
        let body = Self.body().setting("request_date_ms", nil)
        #expect(try await snapshot(from: body).get()?.readAt == "2026-12-01T10:00:00Z")
    }

    @Test("is nil for a customer that the request created")
    func created() async throws {
        let snapshot = try await withClient { _, _ in
            .json(Self.body(), status: 201)
        } _: { running in
            try await running.client.snapshot(of: "u_42")
        }
        #expect(snapshot == nil)
    }
}

extension SubscriberTests {
    private static func subscriber(without name: String) -> JSONValue {
        body().setting("subscriber", body()["subscriber"]?.setting(name, nil))
    }

    private static func entry(_ name: String, _ value: JSONValue?) -> JSONValue {
        body(subscriptions: ["plus_monthly": subscription.setting(name, value)])
    }

    @Test(
        "is an error if the answer is incomplete",
        arguments: [
            ([:], "subscriber_missing"), (["subscriber": []], "subscriber_not_an_object"),
            (["value": "from somebody else"], "subscriber_missing"),
            (subscriber(without: "subscriptions"), "subscriptions_missing"),
            (subscriber(without: "non_subscriptions"), "non_subscriptions_missing"),
            (body(subscriptions: nil), "subscriptions_missing"),
            (body(subscriptions: []), "subscriptions_not_an_object"),
            (body(subscriptions: ["p": 1]), "subscriptions_not_an_object_of_objects"),
            (body(oneTime: ["p": [:]]), "non_subscriptions_not_an_object_of_arrays"),
            (body(oneTime: ["p": [1]]), "non_subscriptions_not_an_array_of_objects"),
            (body(subscriptions: ["": subscription]), "subscriptions_product_out_of_range"),
            (body(entitlements: ["plus": 1]), "entitlements_not_an_object_of_objects"),
            (body(original: 1), "original_app_user_id_not_a_string"),
            (entry("purchase_date", nil), "purchase_date_missing"),
            (entry("purchase_date", "yesterday"), "purchase_date_not_a_date"),
            (entry("expires_date", nil), "expires_date_missing"),
            (entry("expires_date", 1_796_119_200), "expires_date_not_a_string"),
            (entry("expires_date", "2026-13-01T00:00:00Z"), "expires_date_not_a_date"),
            (entry("is_sandbox", "false"), "is_sandbox_not_a_boolean"),
            (entry("store_transaction_id", []), "store_transaction_id_not_a_string"),
            (body().setting("request_date_ms", "soon"), "request_date_ms_not_an_integer"),
            (body().setting("request_date_ms", .integer(.max)), "request_date_ms_out_of_range"),
            (
                body().setting("request_date_ms", nil).setting("request_date", "2019-08-110:30Z"),
                "request_date_not_a_date"
            ),
            (
                body().setting("request_date_ms", nil).setting("request_date", nil),
                "request_date_missing"
            ),
        ] as [(JSONValue, String)])
    func unreadable(body: JSONValue, reason: String) async throws {
        #expect(try await snapshot(from: body) == .failure(.unreadable(reason: reason)))
    }
}
