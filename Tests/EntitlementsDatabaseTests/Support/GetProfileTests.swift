import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_profile")
struct GetProfileTests {
    private let phone = "$RCAnonymousID:0a1b2c3d4e5f"
    private let bought: Timestamp = "2026-03-01T10:00:00Z"

    private func profile(of id: String, in tenant: TestTenant) async throws -> JSONValue? {
        let rows = try await tenant.database.call(
            GetProfile(appUserID: AppUserID(id)), in: tenant.id)
        return try rows.first.map { try JSONParser.parse($0.profile) }
    }

    @Test("who they are: the newest of each attribute, under all ids after a merge")
    func attributes() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(appUserID: phone)
                .attributes(["$email": "ana@example.com", "$displayName": "Ana Muster"]))
        try await tenant.identify(phone, as: "u_1")
        for id in [phone, "u_1"] {
            let found = try #require(try await profile(of: id, in: tenant))
            #expect(found["display_name"] == "Ana Muster")
            #expect(found["email"] == "ana@example.com")
            #expect(
                found["attributes"]?.array?.map { $0["name"] } == ["$displayName", "$email"])
        }
        #expect(try await profile(of: "unknown", in: tenant) == nil)
    }

    @Test("what they paid, for each currency, and what was given back")
    func paid() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            RevenueCatEvent.initialPurchase(purchasedAt: bought, originalTransactionID: "1")
                .setting("currency", "EUR").setting("price_in_purchased_currency", 4.99)
                .setting("country_code", "DE"))
        try await tenant.receive(
            RevenueCatEvent.renewal(
                purchasedAt: bought.advanced(byDays: 30), originalTransactionID: "1"
            ).setting("currency", "EUR").setting("price_in_purchased_currency", 4.99))
        try await tenant.receive(
            RevenueCatEvent.nonRenewingPurchase(
                product: "other", purchasedAt: bought.advanced(byDays: 40),
                originalTransactionID: "2"
            ).setting("currency", "USD").setting("price_in_purchased_currency", 10)
                .setting("country_code", "US"))
        let found = try #require(try await profile(of: "u_42", in: tenant))
        #expect(found["paid"]?.array?.map { $0["currency"] } == ["EUR", "USD"])
        #expect(found["paid"]?.array?.map { $0["charges"] } == [2, 1])
        #expect(found["paid"]?.array?.first?["amount"] == 9.98)
        #expect(found["paid"]?.array?.map { $0["refunded"] } == [0, 0])
        #expect(found["country_code"] == "US")
    }

    @Test("someone without a purchase or an attribute has neither")
    func nothing() async throws {
        let tenant = try await TestTenant.create()
        _ = try await tenant.found("u_1", with: ["u_2"])
        let found = try #require(try await profile(of: "u_1", in: tenant))
        #expect(found["email"] == .null && found["country_code"] == .null)
        #expect(found["paid"] == [] && found["attributes"] == [])
    }
}
