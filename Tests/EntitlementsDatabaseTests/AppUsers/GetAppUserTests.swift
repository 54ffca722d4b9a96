import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_app_user")
struct GetAppUserTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    @Test("an unknown id is not found, and the read creates no app user")
    func unknown() async throws {
        let tenant = try await TestTenant.create()
        #expect(try await tenant.person("u_1") == nil)
        #expect(try await tenant.rows(in: "app_users") == 0)
    }

    @Test("any id of an app user finds them, with the identified id first")
    func ids() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join(anonymous("b"), "u_1", anonymous("a"))
        for appUserID in ["u_1", anonymous("a"), anonymous("b")] {
            let person = try await tenant.person(appUserID)
            #expect(
                person?["app_user_ids"] == [
                    "u_1", .string(anonymous("a")), .string(anonymous("b")),
                ])
            let kinds = person?["ids"]?.array?.map { $0["kind"] }
            #expect(kinds == ["identified", "anonymous", "anonymous"])
            #expect(person?["kind"] == "identified")
            #expect(person?["household"]?.isNull == true)
            #expect(person?["created_at"]?.string?.hasSuffix("Z") == true)
        }
    }

    @Test("an app user without an identified id is anonymous")
    func anonymousPerson() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join(anonymous("a"), anonymous("b"))
        #expect(try await tenant.person(anonymous("a"))?["kind"] == "anonymous")
    }

    @Test("subscriptions, purchases and grants are listed separately, newest first")
    func lists() async throws {
        let tenant = try await TestTenant.create(like: "digero")
        let monthly = "digero_premium_monthly"
        try await tenant.receive(
            .initialPurchase(product: monthly, originalTransactionID: "1"))
        try await tenant.receive(
            .initialPurchase(product: monthly, purchasedAt: day(1), originalTransactionID: "2")
                .inSandbox)
        try await tenant.receive(.nonRenewingPurchase(product: "digero_premium_lifetime"))
        try await tenant.receive(.promotionalGrant(entitlement: "premium"))
        let person = try await tenant.person("u_42", at: day(2))
        let environments = person?["subscriptions"]?.array?.map { $0["environment"] }
        #expect(environments == ["sandbox", "production"])
        #expect(person?["purchases"]?.array?.map { $0["status"] } == ["lifetime"])
        #expect(person?["grants"]?.array?.map { $0["status"] } == ["granted"])
    }

    @Test("a subscription has its times, status and reason of its end")
    func subscription() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        try await tenant.receive(.cancellation())
        try await tenant.receive(.productChange(from: "stockpot_plus_monthly", to: "yearly"))
        let person = try await tenant.person("u_42", at: day(8))
        let told = try #require(person?["subscriptions"]?.array?.first)
        #expect(told["product_id"] == "stockpot_plus_monthly")
        #expect(told["pending_product_id"] == "yearly")
        #expect(told["app_user_id"] == "u_42")
        #expect(told["store"] == "app_store")
        #expect(told["is_active"] == true)
        #expect(told["status"] == "cancelled")
        #expect(told["will_renew"] == false)
        #expect(told["first_purchased_at"] == .string(bought.rfc3339))
        #expect(told["current_period_started_at"] == .string(bought.rfc3339))
        #expect(told["current_period_ends_at"] == .string(day(30).rfc3339))
        #expect(told["grace_period_ends_at"]?.isNull == true)
        #expect(told["access_ends_at"] == .string(day(30).rfc3339))
        #expect(told["trial_ends_at"]?.isNull == true)
        #expect(told["product_kind"] == "subscription")
        #expect(told["original_transaction_id"]?.string?.isEmpty == false)
        #expect(told["ended_reason"]?.isNull == true)
        #expect(told["cancelled_at"] == .string(day(1).rfc3339))
        #expect(told["refunded_at"]?.isNull == true)
        let ended = try await tenant.person("u_42", at: day(30))?["subscriptions"]?.array?.first
        #expect(ended?["is_active"] == false)
        #expect(ended?["status"] == "expired")
        #expect(ended?["ended_reason"] == "unsubscribed")
    }

    @Test("a family share is its member's own, with is_family_share set")
    func familyShare() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase().asFamilyShare)
        let person = try await tenant.person("u_42", at: day(1))
        #expect(person?["subscriptions"]?.array?.first?["is_family_share"] == true)
        let plus = try await tenant.entitlement("plus", of: "u_42", at: day(1))
        #expect(plus?["source"]?["kind"] == "own")
    }
}
