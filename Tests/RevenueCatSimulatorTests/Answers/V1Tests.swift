import Entitlements
import RevenueCatSimulator
import TestSupport
import Testing

@Suite("v1's answer")
struct V1Tests {
    private var world = World.empty()

    private mutating func subscriber(_ id: String) throws -> JSONValue {
        try #require(try JSONParser.parse(try world.subscriber(id).body)["subscriber"])
    }

    @Test("creates an unknown customer")
    mutating func creation() throws {
        #expect(try world.subscriber("u").isNew)
        #expect(try !world.subscriber("u").isNew)
        #expect(throws: Refusal.invalidAppUserID) { try world.subscriber("null") }
        let body = try JSONParser.parse(try world.subscriber("u").body)
        #expect(body["request_date"] == "2026-01-01T00:00:00Z")
        #expect(body["request_date_ms"] == .milliseconds(World.start))
        #expect(body["subscriber"]?["original_app_user_id"] == "u")
        for name in ["entitlements", "subscriptions", "non_subscriptions", "other_purchases"] {
            #expect(body["subscriber"]?[name] == [:])
        }
    }

    @Test("has the documented keys of a subscription and of its entitlements")
    mutating func keys() throws {
        try world.purchase(by: "u", "pro:monthly", store: .playStore)
        let subscriber = try subscriber("u")
        let names = subscriber.object?.members.map(\.name) ?? []
        #expect(
            names == [
                "entitlements", "first_seen", "last_seen", "management_url", "non_subscriptions",
                "original_app_user_id", "original_application_version", "original_purchase_date",
                "other_purchases", "subscriptions",
            ])
        let subscription = try #require(subscriber["subscriptions"]?["pro"]?.object)
        #expect(
            Set(subscription.members.map(\.name)) == [
                "auto_resume_date", "billing_issues_detected_at", "display_name", "expires_date",
                "grace_period_expires_date", "is_sandbox", "management_url",
                "original_purchase_date", "ownership_type", "period_type", "price",
                "product_plan_identifier", "purchase_date", "refunded_at", "store",
                "store_transaction_id", "unsubscribe_detected_at",
            ])
        #expect(subscription["product_plan_identifier"] == "monthly")
        #expect(subscription["expires_date"] == "2026-01-31T00:00:00Z")
        #expect(subscription["store"] == "play_store")
        let entitlement = try #require(subscriber["entitlements"]?["pro"])
        #expect(
            entitlement == [
                "expires_date": "2026-01-31T00:00:00Z", "grace_period_expires_date": nil,
                "product_identifier": "pro", "purchase_date": "2026-01-01T00:00:00Z",
                "product_plan_identifier": "monthly",
            ])
    }

    @Test("its expiry includes grace")
    mutating func grace() throws {
        try world.purchase(by: "u", "plus_monthly")
        try world.breakPayment(of: "u", "plus_monthly")
        world.advance(byDays: 31)
        let subscription = try #require(try subscriber("u")["subscriptions"]?["plus_monthly"])
        #expect(subscription["expires_date"] == "2026-02-16T00:00:00Z")
        #expect(subscription["grace_period_expires_date"] == "2026-02-16T00:00:00Z")
        #expect(subscription["billing_issues_detected_at"] == "2026-01-31T00:00:00Z")
        try world.mendPayment(of: "u", "plus_monthly")
        let mended = try #require(try subscriber("u")["subscriptions"]?["plus_monthly"])
        #expect(mended["grace_period_expires_date"] == .null)
        #expect(mended["billing_issues_detected_at"] == .null)
    }

    @Test("shows a subscription's state, and expired entitlements")
    mutating func marks() throws {
        try world.purchase(by: "u", "plus_monthly", store: .playStore)
        try world.pause("u", "plus_monthly", forDays: 10)
        var subscription = try subscriber("u")["subscriptions"]?["plus_monthly"]
        #expect(subscription?["auto_resume_date"] == "2026-02-10T00:00:00Z")
        try world.resume("u", "plus_monthly")
        try world.cancel("u", "plus_monthly")
        world.advance(byDays: 2)
        try world.refund("u", "plus_monthly")
        subscription = try subscriber("u")["subscriptions"]?["plus_monthly"]
        #expect(subscription?["unsubscribe_detected_at"] == "2026-01-01T00:00:00Z")
        #expect(subscription?["refunded_at"] == "2026-01-03T00:00:00Z")
        #expect(subscription?["expires_date"] == "2026-01-03T00:00:00Z")
        let entitlement = try subscriber("u")["entitlements"]?["plus"]
        #expect(entitlement?["expires_date"] == "2026-01-03T00:00:00Z")
    }

    @Test("a grant has the period type normal, and no ownership")
    mutating func grant() throws {
        try world.grant("u", "plus", forDays: 7)
        let grant = try #require(try subscriber("u")["subscriptions"]?["rc_promo_plus_7_day"])
        #expect(grant["period_type"] == "normal")
        #expect(grant["store"] == "promotional")
        #expect(grant["ownership_type"] == nil)
    }

    @Test("a family share is marked as one")
    mutating func familyShare() throws {
        try world.purchase(by: "u", "plus_monthly")
        try world.shareWithFamily("u", "plus_monthly", member: "m")
        let share = try subscriber("m")["subscriptions"]?["plus_monthly"]
        #expect(share?["ownership_type"] == "FAMILY_SHARED")
    }

    @Test("a one-time purchase is listed until it is refunded")
    mutating func oneTime() throws {
        try world.purchase(by: "u", "plus_lifetime")
        let once = try #require(
            try subscriber("u")["non_subscriptions"]?["plus_lifetime"]?.array?.first)
        #expect(
            Set(once.object?.members.map(\.name) ?? []) == [
                "display_name", "id", "is_sandbox", "original_purchase_date", "price",
                "purchase_date", "store", "store_transaction_id",
            ])
        #expect(try subscriber("u")["entitlements"]?["plus"]?["expires_date"] == .null)
        try world.refund("u", "plus_lifetime")
        #expect(try subscriber("u")["non_subscriptions"] == [:])
        #expect(try subscriber("u")["entitlements"] == [:])
    }
}
