import Entitlements
import RevenueCat
import TestSupport
import Testing

@Suite("A snapshot of v2", .timeLimit(.minutes(5)))
struct CustomerTests {
    private static let subscription: JSONValue = [
        "object": "subscription", "id": "sub1", "customer_id": "u_42",
        "original_customer_id": "u_1", "product_id": "prod1", "starts_at": 1_781_517_600_000,
        "current_period_starts_at": 1_794_736_800_000,
        "current_period_ends_at": 1_797_328_800_000, "ends_at": 1_797_328_800_000,
        "gives_access": true, "pending_payment": false, "auto_renewal_status": "will_renew",
        "status": "active", "presented_offering_id": nil,
        "entitlements": [
            "object": "list", "next_page": nil,
            "items": [["object": "entitlement", "id": "entl1", "lookup_key": "plus"]],
        ],
        "environment": "production", "store": "app_store", "store_subscription_identifier": "t9",
        "ownership": "purchased",
    ]

    private static let purchase: JSONValue = [
        "object": "purchase", "id": "purch1", "customer_id": "u_42", "product_id": "prod2",
        "purchased_at": 1_777_622_400_000, "quantity": 1, "status": "owned",
        "entitlements": ["object": "list", "items": [], "next_page": nil],
        "environment": "production", "store": "app_store", "store_purchase_identifier": "t1",
        "ownership": "purchased",
    ]

    private static func alias(_ id: String) -> JSONValue {
        ["object": "customer.alias", "id": .string(id), "created_at": 1_777_622_400_000]
    }

    /// The answers about one customer.
    ///
    /// Each product is named after its id.
    private static func script(
        aliases: [JSONValue] = [alias("u_42")], subscriptions: [JSONValue] = [],
        purchases: [JSONValue] = [], headers: [String: String] = [:]
    ) -> Upstream.Script {
        { request, _ in
            let path = request.target.split(separator: "/").map(String.init)
            switch path.last {
            case "aliases": return .list(aliases, headers: headers)
            case "subscriptions": return .list(subscriptions)
            case "purchases": return .list(purchases)
            case let id? where path.dropLast().last == "products":
                let name = id == "prod9" ? "pro:yearly" : "store_\(id)"
                return .json(["object": "product", "store_identifier": .string(name)])
            default: return .missing
            }
        }
    }

    private func snapshot(
        _ script: @escaping Upstream.Script
    ) async throws -> Swift.Result<Snapshot?, RevenueCatError> {
        try await withClient(of: .v2(projectID: "proj1"), answering: script) { running in
            await running.snapshot()
        }
    }

    private func readSubscription(_ entry: JSONValue) async throws -> Snapshot.Purchase? {
        try await snapshot(Self.script(subscriptions: [entry])).get()?.purchases.first
    }

    @Test("has all fields of the answers, in our terms")
    func wholeSnapshot() async throws {
        let snapshot = try await snapshot(
            Self.script(
                aliases: ["u_42", "$RCAnonymousID:1", "", "u_42"].map(Self.alias),
                subscriptions: [Self.subscription], purchases: [Self.purchase],
                headers: ["Date": "Tue, 01 Dec 2026 09:59:58 GMT"])
        ).get()
        #expect(
            snapshot?.json == [
                "read_at": "2026-12-01T09:59:58.000Z", "app_user_id": "u_42",
                "app_user_ids": ["u_42", "$RCAnonymousID:1"],
                "purchases": [
                    [
                        "is_one_time": false, "environment": "production",
                        "store": "app_store", "product_id": "store_prod1",
                        "purchased_at": "2026-11-15T10:00:00.000Z",
                        "original_purchased_at": "2026-06-15T10:00:00.000Z",
                        "expires_at": "2026-12-15T10:00:00.000Z", "never_expires": false,
                        "will_renew": true, "is_paused": false, "is_cancelled": false,
                        "has_billing_issue": false, "is_family_share": false,
                        "entitlement_ids": ["plus"], "transaction_id": "t9",
                        "gives_access": true,
                    ],
                    [
                        "is_one_time": true, "environment": "production", "store": "app_store",
                        "product_id": "store_prod2", "purchased_at": "2026-05-01T08:00:00.000Z",
                        "never_expires": true, "will_renew": false, "is_family_share": false,
                        "transaction_id": "t1", "quantity": 1,
                    ],
                ],
            ])
    }

    typealias Case = SubscriberTests.Case

    @Test(
        "converts each field",
        arguments: [
            Case("status", "trialing", ["period_type": "trial"]),
            Case("status", "paused", ["is_paused": true, "will_renew": false]),
            Case("status", "in_grace_period", ["has_billing_issue": true, "will_renew": false]),
            Case("status", "in_billing_retry", ["has_billing_issue": true, "will_renew": false]),
            Case("status", "expired", ["has_billing_issue": nil, "is_cancelled": nil]),
            Case("status", "hibernating", ["is_paused": false, "period_type": nil]),
            Case("gives_access", false, ["gives_access": false, "never_expires": false]),
            Case("auto_renewal_status", "has_already_renewed", ["will_renew": true]),
            Case("auto_renewal_status", "will_change_product", ["will_renew": true]),
            Case(
                "auto_renewal_status", "will_not_renew",
                ["will_renew": false, "is_cancelled": true]),
            Case("auto_renewal_status", nil, ["will_renew": false, "is_cancelled": nil]),
            Case("auto_renewal_status", "will_pause", ["will_renew": false, "is_paused": true]),
            Case("auto_renewal_status", "might_renew", ["will_renew": false]),
            Case("ends_at", 1_799_920_800_000, ["expires_at": "2027-01-14T10:00:00.000Z"]),
            Case("ends_at", nil, ["expires_at": "2026-12-15T10:00:00.000Z"]),
            Case("environment", "sandbox", ["environment": "sandbox"]),
            Case("store", "test_store", ["environment": "sandbox", "store": "test_store"]),
            Case("store", "roku", ["store": "roku"]),
            Case("ownership", "family_shared", ["is_family_share": true]),
            Case("ownership", nil, ["is_family_share": false]),
            Case("store_subscription_identifier", 12_345_678, ["transaction_id": "12345678"]),
            Case("store_subscription_identifier", "", ["transaction_id": nil]),
            Case("entitlements", nil, ["entitlement_ids": nil]),
            Case("entitlements", ["items": [], "next_page": nil], ["entitlement_ids": nil]),
            Case(
                "entitlements", ["items": [["lookup_key": "a"]], "next_page": "/v2/more"],
                ["entitlement_ids": nil]),
        ])
    func field(_ one: Case) async throws {
        let entry = Self.subscription.setting(one.set.name, one.set.value)
        let purchase = try await readSubscription(entry)?.json
        for (name, value) in one.expected {
            #expect(purchase?[name] == value, "\(name)")
        }
    }

    @Test("tells access without an end from a pause without an end")
    func noEnd() async throws {
        let endless = Self.subscription.setting("ends_at", .null)
            .setting("current_period_ends_at", .null)
        let lifetime = try await readSubscription(endless)
        #expect(lifetime?.neverExpires == true)
        let paused = try await readSubscription(
            endless.setting("status", "paused").setting("gives_access", false))
        #expect(paused?.neverExpires == false)
        #expect(paused?.expiresAt == nil)
    }

    @Test("tells a first payment that is still to come")
    func pending() async throws {
        let later = Self.subscription.setting("gives_access", false)
        let start = Self.subscription["current_period_starts_at"] ?? .null
        let first = later.setting("starts_at", start)
        for (entry, isPending) in [
            (first.setting("pending_payment", true), true), (first, nil),
            (first.setting("status", "incomplete"), true),
            (later.setting("pending_payment", true), nil),
            (first.setting("pending_payment", true).setting("gives_access", true), nil),
        ] { #expect(try await readSubscription(entry)?.isPending == isPending) }
    }

    @Test("names the store's product, with Play's plan")
    func playPlan() async throws {
        let play = try await readSubscription(
            Self.subscription.setting("store", "play_store").setting("product_id", "prod9"))
        #expect(play?.productID == "pro")
        #expect(play?.productPlanID == "yearly")
    }

    @Test("has no product for a grant")
    func promotional() async throws {
        let granted = try await readSubscription(
            Self.subscription.setting("store", "promotional").setting("product_id", .null)
                .setting("environment", "sandbox"))
        #expect(granted?.productID == nil)
        #expect(granted?.periodType == "promotional")
        #expect(granted?.environment == "production")
        #expect(granted?.willRenew == false)
    }

    @Test("lists a refunded one-time purchase apart")
    func refunded() async throws {
        let refunded = Self.purchase.setting("status", "refunded")
        let snapshot = try await snapshot(
            Self.script(purchases: [refunded, Self.purchase.setting("status", "lent")])
        ).get()
        #expect(snapshot?.purchases.count == 1)
        #expect(snapshot?.refunded.count == 1)
        #expect(snapshot?.refunded.first?.transactionID == snapshot?.purchases.first?.transactionID)
    }

    @Test("requests a product's name once")
    func productsAreKept() async throws {
        let entries = [Self.subscription, Self.subscription.setting("id", "sub2")]
        let script = Self.script(subscriptions: entries)
        try await withClient(of: .v2(projectID: "proj1"), answering: script) { running in
            for _ in 0..<2 { _ = try await running.client.snapshot(of: "u_42") }
            let products = running.upstream.targets.filter { $0.contains("/products/") }
            #expect(products == ["/v2/projects/proj1/products/prod1"])
        }
    }

    @Test(
        "has the time of its first answer, or our clock's",
        arguments: [
            ("Thu, 01 Jan 2026 00:00:00 GMT", "2026-01-01T00:00:00Z"),
            ("Wed, 30 Sep 2026 23:59:59 GMT", "2026-09-30T23:59:59Z"),
            ("Sat, 31 Oct 2026 23:59:59 GMT", "2026-10-31T23:59:59Z"),
            ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Thu, 31 Dec 2026 23:59:60 GMT", "2027-01-01T00:00:00Z"),
            ("", nil), ("yesterday", nil), ("Tue, 01 Foo 2026 09:59:58 GMT", nil),
            ("Tue, 31 Feb 2026 09:59:58 GMT", nil), ("Sun, 6 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 08:49:37 UTC", nil), ("Sunday, 06-Nov-94 08:49:37 GMT", nil),
            ("Sun Nov  6 08:49:37 1994", nil),
        ] as [(String, Timestamp?)])
    func readAt(date: String, readAt: Timestamp?) async throws {
        let snapshot = try await snapshot(Self.script(headers: ["Date": date])).get()
        #expect(snapshot?.readAt == readAt ?? TestClock.start)
    }

    @Test(
        "has our clock's time if that is in the second of its first answer",
        arguments: [
            (400, "Tue, 01 Dec 2026 10:00:00 GMT", "2026-12-01T10:00:00.400Z"),
            (999, "Tue, 01 Dec 2026 10:00:00 GMT", "2026-12-01T10:00:00.999Z"),
            (1_000, "Tue, 01 Dec 2026 10:00:00 GMT", "2026-12-01T10:00:00Z"),
            (400, "Tue, 01 Dec 2026 10:00:01 GMT", "2026-12-01T10:00:01Z"),
        ] as [(Int, String, Timestamp)])
    func withinSecond(elapsed: Int, date: String, readAt: Timestamp) async throws {
        let time = TestClock()
        time.advance(by: .milliseconds(elapsed))
        let script = Self.script(headers: ["Date": date])
        try await withClient(of: .v2(projectID: "proj1"), time: time, answering: script) {
            let snapshot = try await $0.snapshot().get()
            #expect(snapshot?.readAt == readAt)
        }
    }

    @Test("has first_seen_at for a customer without purchases, with another request")
    func firstSeenAt() async throws {
        let lists = Self.script(purchases: [Self.purchase])
        try await withClient(of: .v2(projectID: "p"), answering: lists) { running in
            let snapshot = try await running.client.snapshot(of: "u_42")
            #expect(snapshot?.firstSeenAt == nil)
            #expect(!running.upstream.targets.contains("/v2/projects/p/customers/u_42"))
        }
        let nothing = Self.script()
        let script: Upstream.Script = { request, number in
            request.target == "/v2/projects/p/customers/u_42"
                ? .json(["object": "customer", "first_seen_at": 1_777_622_400_000])
                : nothing(request, number)
        }
        try await withClient(of: .v2(projectID: "p"), answering: script) { running in
            let snapshot = try await running.client.snapshot(of: "u_42")
            #expect(snapshot?.firstSeenAt == "2026-05-01T08:00:00Z")
        }
    }

    @Test("is nil for an unknown customer")
    func unknown() async throws {
        try await withClient(of: .v2(projectID: "p"), answering: { _, _ in .missing }) { running in
            #expect(await running.snapshot() == .success(nil))
            #expect(running.upstream.targets.count == 1)
        }
    }

    @Test(
        "is an error for a 404 that RevenueCat did not send",
        arguments: ["", "<html>no such page</html>", #"{"error":"not found"}"#, "[]"])
    func foreignMissing(body: String) async throws {
        let script: Upstream.Script = { _, _ in .text(body, status: 404) }
        #expect(try await snapshot(script) == .failure(.unreadable(reason: "status_unexpected")))
    }

    @Test(
        "is an error if any answer is incomplete",
        arguments: [
            ("product_id", .null, "product_id_missing"),
            ("product_id", "..", "product_missing"),
            ("current_period_starts_at", nil, "current_period_starts_at_missing"),
            ("current_period_starts_at", "x", "current_period_starts_at_not_an_integer"),
            ("current_period_ends_at", nil, "current_period_ends_at_missing"),
            ("gives_access", nil, "gives_access_missing"),
            ("environment", .null, "environment_missing"),
            ("entitlements", [], "entitlements_not_an_object"),
            ("ends_at", .integer(.max), "ends_at_out_of_range"),
        ] as [(String, JSONValue?, String)])
    func unreadable(field: String, value: JSONValue?, reason: String) async throws {
        let script = Self.script(subscriptions: [Self.subscription.setting(field, value)])
        #expect(try await snapshot(script) == .failure(.unreadable(reason: reason)))
    }
}
