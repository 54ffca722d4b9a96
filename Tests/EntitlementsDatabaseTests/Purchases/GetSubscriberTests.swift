import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_subscriber")
struct GetSubscriberTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var end: Timestamp { start.advanced(byDays: 30) }

    private func subscriber(
        _ tenant: TestTenant, _ appUserID: String, at moment: Timestamp? = nil,
        environment: String = "production"
    ) async throws -> JSONValue {
        let row = try await tenant.database.callOne(
            GetSubscriber(
                appUserID: AppUserID(appUserID), environment: environment, asOf: moment),
            in: tenant.id)
        return try #require(try JSONParser.parse(row.json)["subscriber"])
    }

    @Test("a subscription and its entitlement have RevenueCat's members and dates")
    func works() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(expiresAt: end))
        let found = try await subscriber(tenant, "u_42", at: start.advanced(byDays: 3))
        let product = RevenueCatEvent.defaultProduct
        let subscription = try #require(found["subscriptions"]?[product]?.object)
        #expect(
            Set(subscription.members.map(\.name)).isSuperset(of: [
                "auto_resume_date", "billing_issues_detected_at", "display_name", "expires_date",
                "grace_period_expires_date", "is_sandbox", "original_purchase_date",
                "ownership_type", "period_type", "purchase_date", "refunded_at", "store",
                "store_transaction_id", "unsubscribe_detected_at",
            ]))
        #expect(subscription["ownership_type"] == "PURCHASED")
        let expiry = found["entitlements"]?["plus"]?["expires_date"]?.string
        #expect(expiry?.count == "2026-11-21T10:00:00Z".count)
        #expect(subscription["expires_date"]?.string == expiry)
        #expect(found["entitlements"]?["plus"]?["product_identifier"] == .string(product))
        #expect(found["management_url"]?.string != nil)
        #expect(found["original_app_user_id"] == "u_42")
    }

    @Test("a member has what the household shares, until it stops serving them")
    func household() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_1", expiresAt: end))
        try await tenant.found("u_1", with: ["u_2"], at: start)
        let found = try await subscriber(tenant, "u_2", at: start.advanced(byDays: 3))
        let subscription = found["subscriptions"]?[RevenueCatEvent.defaultProduct]
        #expect(subscription?["ownership_type"] == "FAMILY_SHARED")
        #expect(found["entitlements"]?["plus"]?["expires_date"]?.string != nil)
        #expect(found["management_url"] == .null)
        let alone = try await subscriber(tenant, "u_3", at: start.advanced(byDays: 3))
        #expect(alone["subscriptions"] == [:])
    }

    @Test("marks, one-time purchases and sandbox purchases are in their places")
    func places() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        try await tenant.receive(
            .initialPurchase(product: "digero_premium_monthly", expiresAt: end))
        try await tenant.receive(.cancellation(product: "digero_premium_monthly"))
        try await tenant.receive(
            .nonRenewingPurchase(
                product: "digero_premium_lifetime", originalTransactionID: "once"))
        let found = try await subscriber(tenant, "u_42", at: start.advanced(byDays: 3))
        let subscription = found["subscriptions"]?["digero_premium_monthly"]
        #expect(subscription?["unsubscribe_detected_at"]?.string != nil)
        let once = found["non_subscriptions"]?["digero_premium_lifetime"]?.array
        #expect(once?.count == 1)
        #expect(once?.first?["id"]?.string != nil)
        #expect(found["entitlements"]?["premium"]?["expires_date"] == .null)
        let sandbox = try await subscriber(
            tenant, "u_42", at: start.advanced(byDays: 3), environment: "sandbox")
        #expect(sandbox["subscriptions"] == [:])
    }

    @Test("unknown and foreign app users have nothing, and are not created")
    func unknown() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await other.receive(.initialPurchase())
        let found = try await subscriber(tenant, "u_42")
        #expect(found["entitlements"] == [:])
        #expect(found["subscriptions"] == [:])
        #expect(found["non_subscriptions"] == [:])
        #expect(found["original_app_user_id"] == "u_42")
        #expect(try await tenant.person("u_42") == nil)
    }
}
