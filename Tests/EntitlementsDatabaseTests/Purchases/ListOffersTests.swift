import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_offers")
struct ListOffersTests {
    private let bought = RevenueCatEvent.defaultPurchase

    private func offers(
        of tenant: TestTenant, environment: String = "production", limit: Int32 = 100
    ) async throws -> [JSONValue] {
        var rows: [ListOffers.Row] = []
        while true {
            let page = try await tenant.database.call(
                ListOffers(
                    pageLimit: limit, afterOfferCode: rows.last?.offerCode,
                    environment: environment),
                in: tenant.id)
            if page.isEmpty { return try rows.map { try JSONParser.parse($0.answer) } }
            rows += page
        }
    }

    private func uses(_ code: String, _ person: String, days: Int64 = 0) -> RevenueCatEvent {
        .initialPurchase(appUserID: person, purchasedAt: bought.advanced(byDays: days))
            .setting("offer_code", .string(code))
    }

    @Test("each purchase counts once for each of its offers, with the first and the last use")
    func works() async throws {
        let tenant = try await TestTenant.create()
        #expect(try await offers(of: tenant) == [])
        for _ in 0..<2 { try await tenant.receive(uses("summer", "u_1")) }
        try await tenant.receive(
            .renewal(appUserID: "u_1").setting("offer_code", "summer"))
        try await tenant.receive(uses("summer", "u_2", days: 40))
        try await tenant.receive(uses("winter", "u_3", days: 1))
        try await tenant.receive(.initialPurchase(appUserID: "u_4"))
        try await tenant.receive(uses("summer", "u_5").inSandbox)
        let expected: [JSONValue] = [
            [
                "offer_code": "summer", "purchases": 2,
                "first_used_at": .string(bought.rfc3339),
                "last_used_at": .string(bought.advanced(byDays: 40).rfc3339),
            ],
            [
                "offer_code": "winter", "purchases": 1,
                "first_used_at": .string(bought.advanced(byDays: 1).rfc3339),
                "last_used_at": .string(bought.advanced(byDays: 1).rfc3339),
            ],
        ]
        #expect(try await offers(of: tenant) == expected)
        #expect(try await offers(of: tenant, limit: 1) == expected)
        let sandbox = try await offers(of: tenant, environment: "sandbox")
        #expect(sandbox.map { $0["purchases"] } == [1])
        #expect(try await offers(of: try await TestTenant.create()) == [])
    }

    @Test("a purchase shows its offer, what was paid last, and the country")
    func shown() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            uses("summer", "u_1").setting("presented_offering_id", "paywall")
                .setting("price", 2.5).setting("price_in_purchased_currency", 2.29))
        let first = try #require(try await tenant.first(of: "subscriptions", of: "u_1"))
        #expect(first["offer_code"] == "summer")
        #expect(first["presented_offering_id"] == "paywall")
        #expect(first["price"] == ["usd": 2.5, "amount": 2.29, "currency": "EUR"])
        #expect(first["country_code"] == "DE")
        try await tenant.receive(.renewal(appUserID: "u_1").setting("country_code", nil))
        try await tenant.receive(
            .refund(appUserID: "u_1", purchasedAt: bought.advanced(byDays: 30)))
        let next = try #require(try await tenant.first(of: "subscriptions", of: "u_1"))
        // A renewal names no offer: the purchase began with this one.
        #expect(next["offer_code"] == "summer")
        #expect(next["price"] == ["usd": 4.99, "amount": 4.99, "currency": "EUR"])
        #expect(next["country_code"] == "DE")
        try await expectSound(tenant)
    }

    @Test("a purchase without an offer, and a grant, show none")
    func none() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.grant(to: "u_1")
        let shown = try #require(try await tenant.first(of: "grants", of: "u_1"))
        for field in ["offer_code", "presented_offering_id", "price", "country_code"] {
            #expect(shown[field] == .null)
        }
    }

    @Test("an offer that is no text decides nothing, and is noted")
    func unread() async throws {
        let tenant = try await TestTenant.create()
        let row = try await tenant.receive(
            .initialPurchase(appUserID: "u_1").setting("offer_code", 7)
                .setting("currency", ["EUR"]).setting("price_in_purchased_currency", "much"))
        #expect(row.status == "applied")
        #expect(try await offers(of: tenant) == [])
    }
}
