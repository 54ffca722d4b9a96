import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_undelivered_credits")
struct ListUndeliveredCreditsTests {
    /// Yesterday: orders of the last thirty days are listed.
    private let bought =
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 - 86_400) * 1_000)
        ?? RevenueCatEvent.defaultPurchase
    private var ordered: Timestamp { bought.advanced(bySeconds: 3_600) }

    private func purchase(_ chain: String, of appUserID: String = "u_1") -> RevenueCatEvent {
        .nonRenewingPurchase(
            appUserID: appUserID, product: "hd_export", purchasedAt: bought,
            originalTransactionID: chain)
    }

    private func listed(
        _ tenant: TestTenant, minutes: Int32 = 15, at moment: Timestamp? = nil
    ) async throws -> [JSONValue] {
        try await tenant.database.call(
            ListUndeliveredCredits(pageLimit: 100, minutes: minutes, asOf: moment), in: tenant.id
        ).map { try JSONParser.parse($0.answer) }
    }

    private func findings(_ tenant: TestTenant) async throws -> [String] {
        try await tenant.database.call(ListFindings(pageLimit: 100), in: tenant.id)
            .filter { $0.kind == "credits_not_delivered" }.map { "\($0.subject) \($0.count)" }
    }

    @Test("a purchase whose order came too late is listed with its transaction, until it is spent")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        try await tenant.receive(purchase("t1"))
        #expect(try await findings(tenant) == [])
        try await tenant.order("hd_export", for: "eye 1", by: "u_1", at: ordered)
        #expect(try await findings(tenant) == ["hd_export 1"])
        #expect(try await listed(tenant, at: ordered.advanced(bySeconds: 600)) == [])
        let entry = try #require(
            try await listed(tenant, at: ordered.advanced(bySeconds: 1_000)).first)
        #expect(entry["app_user_id"] == "u_1")
        #expect(entry["transaction_id"] == "t1")
        #expect(entry["reference"] == "eye 1")
        #expect(entry["remaining"] == 1)
        #expect(entry["ordered_at"] == .string(ordered.rfc3339))
        try await tenant.spend("hd_export", of: "u_1", on: "eye 1")
        #expect(try await listed(tenant) == [])
        #expect(try await findings(tenant) == [])
        let order = try await tenant.order("hd_export", for: "eye 1", by: "u_1")
        #expect(order["status"] == "settled")
        #expect(order["transaction_id"] == "t1")
        #expect(order["purchase_id"] == entry["purchase_id"])
    }

    @Test("not the cancelled, refunded or unordered, nor those of the sandbox or another tenant")
    func none() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        let other = try await TestTenant.create(like: "iris")
        try await tenant.receive(purchase("t1"))
        try await tenant.order("hd_export", for: "eye 1", by: "u_1", at: ordered)
        try await tenant.cancelOrder("hd_export", for: "eye 1", by: "u_1", at: ordered)
        try await tenant.order("hd_export", for: "eye 2", by: "u_2", at: ordered)
        try await tenant.receive(purchase("t2", of: "u_3"))
        try await tenant.receive(purchase("t3", of: "u_4").setting("environment", "SANDBOX"))
        try await tenant.order("hd_export", for: "eye 4", by: "u_4", at: ordered)
        try await tenant.receive(purchase("t5", of: "u_5"))
        try await tenant.order("hd_export", for: "eye 5", by: "u_5", at: ordered)
        #expect(try await listed(tenant).map { $0["app_user_id"] } == ["u_5"])
        try await tenant.receive(
            .refund(appUserID: "u_5", product: "hd_export", purchasedAt: bought, at: ordered)
                .transaction("t5", original: "t5"))
        #expect(try await listed(tenant) == [])
        #expect(try await listed(other) == [])
    }
}
