import Entitlements
import TestSupport
import Testing

/// Tests what answers say of a product, so that an app needs no table of product ids.
@Suite("Fields of products in answers")
struct ProductFieldsTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    private let monthly = "stockpot_plus_monthly"
    private let appStore: JSONValue = "https://apps.apple.com/account/subscriptions"

    private func selling(
        _ kind: TenantDefinition.ProductKind, for period: String?
    ) -> (inout TenantDefinition) -> Void {
        { definition in
            definition.products[0].kind = kind
            definition.products[0].duration = period.flatMap(BillingPeriod.init(rawValue:))
        }
    }

    private func source(_ tenant: TestTenant, of id: String = "u_42") async throws -> JSONValue? {
        try await tenant.entitlement("plus", of: id, at: day(1))?["source"]
    }

    @Test(
        "a plan type is the usual name of the duration, in entitlements and purchases alike",
        arguments: [
            ("P1W", "weekly"), ("P7D", "weekly"), ("P1M", "monthly"), ("P2M", "two_month"),
            ("P3M", "three_month"), ("P6M", "six_month"), ("P1Y", "annual"), ("P12M", "annual"),
            ("P10D", "custom"),
        ])
    func planTypes(period: String, name: String) async throws {
        let tenant = try await TestTenant.create(selling(.subscription, for: period))
        try await tenant.receive(.initialPurchase())
        for shown in [try await source(tenant), try await tenant.first(at: day(1))] {
            #expect(shown?["product_kind"] == "subscription")
            #expect(shown?["duration"] == .string(period))
            #expect(shown?["plan_type"] == .string(name))
            #expect(shown?["management_url"] == appStore)
        }
        try await expectSound(tenant)
    }

    @Test("a changed duration shows at once, and nothing is logged as changed for it")
    func changed() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        #expect(try await source(tenant)?["plan_type"] == "monthly")
        try await tenant.apply { selling(.subscription, for: "P1Y")(&$0) }
        #expect(try await source(tenant)?["plan_type"] == "annual")
        try await expectSound(tenant)
    }

    @Test("what is kept for ever is lifetime, and there is nothing to manage")
    func lifetime() async throws {
        let tenant = try await TestTenant.create(selling(.nonConsumable, for: nil))
        try await tenant.receive(.nonRenewingPurchase(product: monthly))
        for shown in [
            try await source(tenant), try await tenant.first(of: "purchases", at: day(1)),
        ] {
            #expect(shown?["product_kind"] == "non_consumable")
            #expect(shown?["duration"] == .null)
            #expect(shown?["plan_type"] == "lifetime")
            #expect(shown?["management_url"] == .null)
        }
    }

    @Test("of an unknown product nothing is said, and a Play plan is its subscription's")
    func unknown() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1", product: "other"))
        try await tenant.receive(
            .initialPurchase(appUserID: "u_2", product: "\(monthly):base").store("PLAY_STORE"))
        let other = try await source(tenant, of: "u_1")
        for field in ["product_kind", "duration", "plan_type"] {
            #expect(other?[field] == .null)
        }
        let play = try await source(tenant, of: "u_2")
        #expect(play?["plan_type"] == "monthly")
        #expect(play?["management_url"]?.string?.contains("play.google.com") == true)
    }

    @Test("a member of the household and a grant have nothing to manage; the payer is named")
    func others() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_2"], at: bought)
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        let shared = try await source(tenant, of: "u_2")
        #expect(shared?["management_url"] == .null)
        #expect(shared?["app_user_id"] == "u_1")
        #expect(shared?["plan_type"] == "monthly")
        #expect(try await source(tenant, of: "u_1")?["management_url"] == appStore)
        try await tenant.grant(to: "u_3")
        let granted = try #require(try await tenant.first(of: "grants", of: "u_3"))
        for field in ["product_kind", "duration", "plan_type", "management_url"] {
            #expect(granted[field] == .null)
        }
    }

    @Test("a purchase says whether its last payment followed a trial; what is unreadable is noted")
    func conversion() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase().asTrial)
        #expect(try await tenant.first(at: day(1))?["is_trial_conversion"] == .null)
        for (days, told) in [(7, true), (37, false), (67, "perhaps")] as [(Int64, JSONValue)] {
            try await tenant.receive(
                .renewal(purchasedAt: day(days)).setting("is_trial_conversion", told))
            let shown = try await tenant.first(at: day(days + 1))
            #expect(shown?["is_trial_conversion"] == (told.string == nil ? told : .null))
        }
    }
}
