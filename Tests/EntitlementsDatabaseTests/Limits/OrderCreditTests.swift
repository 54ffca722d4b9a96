import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("order_credit")
struct OrderCreditTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private let now = RevenueCatEvent.defaultPurchase.advanced(byDays: 2)

    @Test("the next purchase settles the order once")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        let order = try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: bought)
        #expect(order["status"] == "open")
        #expect(order["ordered_at"] == "2026-11-01T10:00:00.000Z")
        let purchase = RevenueCatEvent.export("e1", at: bought.advanced(bySeconds: 60))
        for _ in 0..<2 { try await tenant.receive(purchase) }
        let settled = try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: now)
        #expect(settled["status"] == "settled")
        #expect(settled["ordered_at"] == order["ordered_at"])
        #expect(settled["balance"] == 0)
        try await tenant.spend("hd_export", of: "u_42", on: "eye 1")
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 0)
    }

    @Test("each purchase settles one order, the newest first")
    func newest() async throws {
        let tenant = try await TestTenant.create(like: "iris") {
            $0.products[0].credits = [CreditID(unchecked: "hd_export"): 3]
        }
        for (number, reference) in ["eye 1", "eye 2"].enumerated() {
            try await tenant.order(
                "hd_export", for: reference, by: "u_42",
                at: bought.advanced(bySeconds: Int64(number)))
        }
        let purchase = RevenueCatEvent.export("e1", at: bought.advanced(bySeconds: 60))
        try await tenant.receive(purchase)
        try await tenant.receive(
            .cancellation(
                product: "hd_export", purchasedAt: bought.advanced(bySeconds: 60),
                originalTransactionID: "e1"))
        for (reference, status) in [("eye 1", JSONValue.string("open")), ("eye 2", "settled")] {
            let order = try await tenant.order("hd_export", for: reference, by: "u_42", at: now)
            #expect(order["status"] == status)
            #expect(order["balance"] == 2)
        }
    }

    @Test("a purchase refunded before it was received settles nothing")
    func refunded() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: bought)
        try await tenant.receive(
            .refund(product: "hd_export", originalTransactionID: "e1"))
        try await tenant.receive(.export("e1"))
        let order = try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: now)
        #expect(order["status"] == "open")
    }

    @Test("a purchase made before the order does not settle it")
    func before() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        try await tenant.order(
            "hd_export", for: "eye 1", by: "u_42", at: bought.advanced(bySeconds: 301))
        try await tenant.receive(.export("e1"))
        let order = try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: now)
        #expect(order["status"] == "open")
        #expect(order["balance"] == 1)
    }

    @Test("a sandbox purchase settles no production order")
    func sandbox() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: bought)
        try await tenant.receive(.export("e1").setting("environment", "SANDBOX"))
        let order = try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: now)
        #expect(order["status"] == "open")
    }

    @Test("an order placed before the sign-up is settled after it")
    func identified() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        let phone = "$RCAnonymousID:phone"
        try await tenant.order("hd_export", for: "eye 1", by: phone, at: bought)
        try await tenant.identify(phone, as: "u_42")
        try await tenant.receive(.export("e1", by: "u_42", at: bought.advanced(bySeconds: 60)))
        let order = try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: now)
        #expect(order["status"] == "settled")
    }

    @Test("a credit that no product gives is refused")
    func refused() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        await expectFailure(.creditNotInCatalog) {
            try await tenant.order("sd_export", for: "eye 1", by: "u_42")
        }
    }

    @Test("simultaneous purchases settle one order each")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "iris")
        let (moment, product) = (bought, "hd_export")
        let orders: [RacedCall] = (0..<8).map { number in
            { try await tenant.order(product, for: "eye \(number)", by: "u_42", at: moment) }
        }
        let purchases: [RacedCall] = (0..<4).map { number in
            { try await tenant.receive(.export("e\(number)", at: moment.advanced(bySeconds: 1))) }
        }
        let refusals = try await tenant.race(orders + purchases)
        #expect(refusals.allSatisfy { $0 == nil })
        var settled: Int64 = 0
        for number in 0..<8 {
            let order = try await tenant.order(
                product, for: "eye \(number)", by: "u_42", at: now)
            settled += order["status"] == "settled" ? 1 : 0
        }
        let left = try await tenant.balance(of: product, of: "u_42", at: now)
        #expect(left == .integer(4 - settled))
    }
}
