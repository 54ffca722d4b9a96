import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_transactions")
struct ListTransactionsTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    private func charges(
        of tenant: TestTenant, by appUserID: String = "u_42", environment: String = "production",
        limit: Int32 = 100
    ) async throws -> [JSONValue] {
        var rows: [ListTransactions.Row] = []
        while true {
            let page = try await tenant.database.call(
                ListTransactions(
                    appUserID: AppUserID(appUserID), environment: environment, pageLimit: limit,
                    beforePurchasedAt: rows.last?.purchasedAt, beforeChargeID: rows.last?.chargeID),
                in: tenant.id)
            if page.isEmpty { return try rows.map { try JSONParser.parse($0.answer) } }
            rows += page
        }
    }

    @Test("each charge is listed once, newest first, with what was paid and its product")
    func listed() async throws {
        let tenant = try await TestTenant.create()
        for _ in 1...2 {
            try await tenant.receive(
                .initialPurchase().asTrial.transaction("t1", original: "t1"))
        }
        try await tenant.receive(
            .renewal().transaction("t2", original: "t1").setting("is_trial_conversion", true)
                .setting("offer_code", "summer").setting("price", 2.5))
        // Neither is a charge of its own.
        try await tenant.receive(
            .cancellation(purchasedAt: day(30)).transaction("t2", original: "t1"))
        try await tenant.receive(
            .expiration(purchasedAt: day(30)).transaction("t2", original: "t1"))
        let found = try await charges(of: tenant)
        #expect(found.map { $0["transaction_id"] } == ["t2", "t1"])
        #expect(found[0]["price"] == ["usd": 2.5, "amount": 4.99, "currency": "EUR"])
        #expect(found[0]["is_trial_conversion"] == true)
        #expect(found[0]["offer_code"] == "summer")
        #expect(found[0]["purchased_at"] == .string(day(30).rfc3339))
        #expect(found[0]["plan_type"] == "monthly")
        #expect(found[1]["price"]?["usd"] == 0)
        #expect(found[1]["period_type"] == "trial")
        #expect(found.allSatisfy { $0["refunded_at"] == .null })
        #expect(found.allSatisfy { $0["original_transaction_id"] == "t1" })
    }

    @Test("two charges of one product are seen, and a refund stands at its charge alone")
    func refunds() async throws {
        let tenant = try await TestTenant.create()
        for id in ["a", "b"] {
            try await tenant.receive(
                .initialPurchase(originalTransactionID: id).transaction(id, original: id))
        }
        try await tenant.receive(
            .refund(at: day(2), originalTransactionID: "b").transaction("b", original: "b"))
        let found = try await charges(of: tenant)
        #expect(Set(found.compactMap { $0["transaction_id"]?.string }) == ["a", "b"])
        let refunded = found.filter { $0["refunded_at"] != .null }
        #expect(refunded.map { $0["transaction_id"] } == ["b"])
        #expect(refunded.first?["refunded_at"] == .string(day(2).rfc3339))
        #expect(refunded.first?["refunded_price"]?["usd"] == -4.99)
        #expect(refunded.first?["price"]?["usd"] == 4.99)
        try await tenant.receive(
            .refundReversed(at: day(3), originalTransactionID: "b")
                .transaction("b", original: "b"))
        #expect(try await charges(of: tenant).allSatisfy { $0["refunded_at"] == .null })
    }

    @Test("pages meet at any size", arguments: [Int32(1), 2, 3])
    func pages(limit: Int32) async throws {
        let tenant = try await TestTenant.create()
        for index in 0..<5 {
            // Two at a time share a moment.
            try await tenant.receive(
                .initialPurchase(
                    purchasedAt: day(Int64(index / 2)), originalTransactionID: "o\(index)"))
        }
        let all = try await charges(of: tenant)
        #expect(all.count == 5)
        #expect(try await charges(of: tenant, limit: limit) == all)
    }

    @Test("a charge whose event never came is shown from a snapshot, without a price")
    func snapshot() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.add(
            TestSnapshot(of: "u_42", at: day(1)).listing(
                .like(.initialPurchase().transaction("t1", original: "t1"))))
        let found = try await charges(of: tenant)
        #expect(found.map { $0["transaction_id"] } == ["t1"])
        #expect(found.first?["price"] == .null)
    }

    @Test("charges go with the purchase; grants, the household's, sandbox and others' are left out")
    func owned() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_2"], at: bought)
        try await tenant.receive(.initialPurchase(appUserID: "u_1"))
        try await tenant.receive(
            .initialPurchase(appUserID: "u_2", originalTransactionID: "sand").inSandbox)
        try await tenant.receive(.promotionalGrant(appUserID: "u_2"))
        try await tenant.grant(to: "u_2")
        #expect(try await charges(of: tenant, by: "u_1").count == 1)
        #expect(try await charges(of: tenant, by: "u_2") == [])
        #expect(try await charges(of: tenant, by: "u_2", environment: "sandbox").count == 1)
        try await tenant.receive(.transfer(from: ["u_1"], to: ["u_3"]))
        #expect(try await charges(of: tenant, by: "u_1") == [])
        #expect(try await charges(of: tenant, by: "u_3").count == 1)
        #expect(try await charges(of: tenant, by: "nobody") == [])
        #expect(try await charges(of: TestTenant.create(), by: "u_3") == [])
    }
}
