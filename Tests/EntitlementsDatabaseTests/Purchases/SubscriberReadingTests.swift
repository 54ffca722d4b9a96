import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// What RevenueCat's SDKs read in the answer, one case each; SubscriberLivesTests has random lives.
@Suite("get_subscriber, read as RevenueCat's SDKs read it")
struct SubscriberReadingTests {
    private let start = RevenueCatEvent.defaultPurchase
    private func day(_ number: Int64) -> Timestamp { start.advanced(byDays: number) }

    /// The subscriber, whose active entitlements all SDKs read alike.
    private func subscriber(
        _ tenant: TestTenant, _ appUserID: String = "u_42", at moment: Timestamp,
        active: SubscriberReading.Active, at location: SourceLocation = #_sourceLocation
    ) async throws -> JSONValue {
        let row = try await tenant.database.callOne(
            GetSubscriber(appUserID: AppUserID(appUserID), asOf: moment), in: tenant.id)
        let answer = try JSONParser.parse(row.json)
        let reading = SubscriberReading(of: answer)
        #expect(reading.problems == [], sourceLocation: location)
        #expect(reading.iOS == active, sourceLocation: location)
        #expect(reading.android == active, sourceLocation: location)
        #expect(reading.javaScript == active, sourceLocation: location)
        return try #require(answer["subscriber"])
    }

    private func receive(_ tenant: TestTenant, _ events: RevenueCatEvent...) async throws {
        for event in events {
            let row = try await tenant.receive(event, receivedAt: TestTenant.receipt)
            #expect(row.status == "applied")
        }
    }

    @Test("a grant stands under subscriptions with its end, also once it is over or revoked")
    func grants() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.grant(to: "u_42", at: start) { $0.expiresAt = day(5) }
        let running = try await subscriber(tenant, at: day(1), active: ["plus": day(5)])
        #expect(running["non_subscriptions"] == [:])
        let grant = running["subscriptions"]?["rc_promo_plus_custom"]
        #expect(grant?["store"] == "promotional")
        _ = try await subscriber(tenant, at: day(6), active: [:])

        let revoked = try await tenant.grant(to: "u_7", at: start)
        _ = try await subscriber(
            tenant, "u_7", at: day(1), active: ["plus": SubscriberReading.endless])
        try await tenant.revoke(grant: revoked.grantID, of: "u_7", at: day(2))
        let over = try await subscriber(tenant, "u_7", at: day(3), active: [:])
        #expect(over["entitlements"]?["plus"]?["expires_date"]?.string != nil)
    }

    @Test("a grant of RevenueCat stands under subscriptions with its end")
    func promotional() async throws {
        let tenant = try await TestTenant.create()
        try await receive(
            tenant,
            .promotionalGrant(expiresAt: day(30)))
        let running = try await subscriber(tenant, at: day(1), active: ["plus": day(30)])
        #expect(running["subscriptions"]?["rc_promo_plus_monthly"] != nil)
        _ = try await subscriber(tenant, at: day(31), active: [:])
    }

    @Test("a one-time purchase without an end is no subscription, and is gone once refunded")
    func lifetime() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let lifetime = RevenueCatEvent.nonRenewingPurchase(
            product: "digero_premium_lifetime", originalTransactionID: "once")
        try await receive(tenant, lifetime)
        let kept = try await subscriber(
            tenant, at: day(1), active: ["premium": SubscriberReading.endless])
        #expect(kept["non_subscriptions"]?["digero_premium_lifetime"]?.array?.count == 1)
        #expect(kept["subscriptions"] == [:])
        try await receive(
            tenant,
            .refund(
                product: "digero_premium_lifetime", at: day(2), originalTransactionID: "once"))
        let refunded = try await subscriber(tenant, at: day(3), active: [:])
        #expect(refunded["non_subscriptions"] == [:])
        #expect(refunded["entitlements"] == [:])
    }

    @Test("a pass stands under subscriptions with its end")
    func pass() async throws {
        let tenant = try await TestTenant.create {
            $0.products.append(
                .sold("weekend_pass", .oneTime, every: "P2D", gives: "plus"))
        }
        try await receive(tenant, .nonRenewingPurchase(product: "weekend_pass"))
        let running = try await subscriber(tenant, at: day(1), active: ["plus": day(2)])
        #expect(running["subscriptions"]?["weekend_pass"]?["period_type"] == "prepaid")
        _ = try await subscriber(tenant, at: day(3), active: [:])
    }

    @Test("what moved away is gone, with its entitlement")
    func moved() async throws {
        let tenant = try await TestTenant.create()
        try await receive(
            tenant, .initialPurchase(appUserID: "a"),
            .transfer(from: ["a"], to: ["b"], at: day(10)))
        let source = try await subscriber(tenant, "a", at: day(11), active: [:])
        #expect(source["subscriptions"] == [:])
        #expect(source["entitlements"] == [:])
        _ = try await subscriber(tenant, "b", at: day(11), active: ["plus": day(30)])
    }

    @Test("a subscription whose end is unknown gives nothing, and is not without an end")
    func unknownEnd() async throws {
        let tenant = try await TestTenant.create()
        try await receive(
            tenant,
            RevenueCatEvent.renewal(product: "unknown", purchasedAt: start)
                .setting("expiration_at_ms", nil))
        _ = try await subscriber(tenant, at: day(1), active: [:])
    }

    @Test("in the second of its end, access is read as Hearth answers it")
    func lastSecond() async throws {
        let tenant = try await TestTenant.create()
        let end = try #require(
            Timestamp(milliseconds: day(30).microsecondsSinceEpoch / 1_000 + 500))
        try await receive(tenant, .initialPurchase(expiresAt: end))
        let before = try #require(Timestamp(microsecondsSinceEpoch: end.microsecondsSinceEpoch - 1))
        _ = try await subscriber(
            tenant, at: before, active: ["plus": day(30).advanced(bySeconds: 1)])
        _ = try await subscriber(tenant, at: end, active: [:])
        let later = try #require(
            Timestamp(microsecondsSinceEpoch: end.microsecondsSinceEpoch + 1_000))
        _ = try await subscriber(tenant, at: later, active: [:])
    }

    @Test("two plans of one Play product keep their own ends")
    func plans() async throws {
        let tenant = try await TestTenant.create {
            $0.products += [
                .sold("box:monthly", .subscription, every: "P1M", gives: "plus"),
                .sold("box:annual", .subscription, every: "P1Y", gives: "pro"),
            ]
            $0.entitlements.append(
                .init(id: EntitlementID(unchecked: "pro"), rank: 20, isShared: false, implies: []))
        }
        try await receive(
            tenant,
            .initialPurchase(product: "box:monthly", expiresAt: day(30), originalTransactionID: "1")
                .store("PLAY_STORE"),
            .initialPurchase(product: "box:annual", expiresAt: day(365), originalTransactionID: "2")
                .store("PLAY_STORE"))
        let found = try await subscriber(
            tenant, at: day(1), active: ["plus": day(30), "pro": day(365)])
        #expect(found["entitlements"]?["pro"]?["product_identifier"] == "box")
        #expect(found["entitlements"]?["plus"]?["product_identifier"] == "box:plus")
    }
}

extension TenantDefinition.Product {
    fileprivate static func sold(
        _ id: String, _ kind: TenantDefinition.ProductKind, every period: String,
        gives entitlement: String
    ) -> TenantDefinition.Product {
        TenantDefinition.Product(
            id: ProductID(unchecked: id), kind: kind, duration: BillingPeriod(rawValue: period),
            entitlements: [EntitlementID(unchecked: entitlement)])
    }
}
