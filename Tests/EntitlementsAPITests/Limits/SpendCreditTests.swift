import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Credits over HTTP")
struct SpendCreditTests {
    private func post(
        _ api: TestAPI, _ operation: String, _ path: String, _ body: JSONValue
    ) async throws -> RawHTTPResponse {
        try await api.post(operation, "/v1/users/u_42/credits/\(path)", body)
    }

    @Test("a credit is ordered, bought, and spent on its order")
    func ordered() async throws {
        try await TestAPI.run(like: "iris") { api in
            let ordered = try await post(
                api, "orderCredit", "hd_export/orders", ["reference": "eye 1"])
            #expect(try ordered.json["status"] == "open")
            for (chain, day) in [("first", Int64(1)), ("second", 2)] {
                try await api.tenant.receive(
                    .nonRenewingPurchase(
                        product: "hd_export",
                        purchasedAt: systemTime().advanced(byDays: day - 2),
                        originalTransactionID: chain))
            }
            let settled = try await post(
                api, "orderCredit", "hd_export/orders", ["reference": "eye 1"])
            #expect(try settled.json["status"] == "settled")
            let spent = try await post(
                api, "spendCredit", "hd_export/spend", ["reference": "eye 2"])
            #expect(try spent.json["balance"] == 0)
            let none = try await post(
                api, "spendCredit", "hd_export/spend", ["reference": "eye 3"])
            #expect(try none.refusal == "409 not_enough_credits")
            #expect(try none.json["balance"] == 0)
            let credits = try await api.get("getCredits", "/v1/users/u_42/credits")
            #expect(try credits.json["credits"]?["hd_export"]?["spent"] == 2)
        }
    }

    @Test("credits are adjusted once for each reference, and wrong amounts are refused")
    func adjusted() async throws {
        try await TestAPI.run(like: "iris") { api in
            let body: JSONValue = ["amount": 5, "reference": "ticket", "reason": "An apology."]
            for _ in 0..<2 {
                let given = try await post(api, "adjustCredit", "hd_export/adjust", body)
                #expect(try given.json["balance"] == 5)
            }
            let taken = try await post(
                api, "adjustCredit", "hd_export/adjust",
                ["amount": -6, "reference": "other", "reason": "r"])
            #expect(try taken.refusal == "409 not_enough_credits")
            #expect(try taken.json["balance"] == 5)
            for amount: JSONValue in [0, nil, "5", 1_000_001] {
                let wrong = try await post(
                    api, "adjustCredit", "hd_export/adjust",
                    ["amount": amount, "reference": "other", "reason": "r"])
                #expect(try wrong.refusal == "422 validation_failed")
                #expect(try wrong.pointers == ["/amount"])
            }
            let entry = try #require(try await api.tenant.auditEntries(of: "u_42").first)
            #expect(entry["actor"]?.string?.hasPrefix("secret_key:") == true)
        }
    }

    @Test("owed credits are refused with what is owed")
    func owed() async throws {
        try await TestAPI.run(like: "iris") { api in
            try await api.tenant.apply(like: "iris") {
                $0.refundedCredits = .blockUntilRepaid
                $0.webhooks.authentication = [.authorization]
            }
            _ = try await post(
                api, "adjustCredit", "hd_export/adjust",
                ["amount": -2, "reference": "fraud", "reason": "r"])
            let refused = try await post(
                api, "spendCredit", "hd_export/spend", ["reference": "eye 1"])
            #expect(try refused.refusal == "409 credits_owed")
            #expect(try refused.json["owed"] == 2)
        }
    }

    @Test("a cancelled order leaves the credit in the balance")
    func cancelled() async throws {
        try await TestAPI.run(like: "iris") { api in
            let path = "/v1/users/u_42/credits/hd_export/orders/eye%2F1"
            let unknown = try await api.delete("cancelCreditOrder", path)
            #expect(try unknown.refusal == "404 credit_order_not_found")
            _ = try await post(
                api, "orderCredit", "hd_export/orders", ["reference": "eye/1"])
            for _ in 0..<2 {
                let cancelled = try await api.delete("cancelCreditOrder", path)
                #expect(try cancelled.json["status"] == "cancelled")
            }
            try await api.tenant.receive(
                .nonRenewingPurchase(product: "hd_export", purchasedAt: systemTime()))
            let credits = try await api.get("getCredits", "/v1/users/u_42/credits")
            #expect(try credits.json["credits"]?["hd_export"]?["balance"] == 1)
        }
    }

    @Test("an unknown credit or a missing reference is refused")
    func refused() async throws {
        try await TestAPI.run(like: "iris") { api in
            for operation in [("orderCredit", "orders"), ("spendCredit", "spend")] {
                let unknown = try await post(
                    api, operation.0, "sd_export/\(operation.1)", ["reference": "eye 1"])
                #expect(try unknown.refusal == "404 credit_not_in_catalog")
                let nameless = try await post(api, operation.0, "hd_export/\(operation.1)", [:])
                #expect(try nameless.pointers == ["/reference"])
            }
        }
    }

    @Test("a token shows the credits of its app user")
    func mine() async throws {
        try await TestAPI.run(like: "iris") { api in
            try await api.tenant.takeTokens(like: "iris")
            try await api.tenant.receive(.nonRenewingPurchase(product: "hd_export"))
            let mine = try await api.me("getMyCredits", "/v1/me/credits", as: "u_42")
            #expect(try mine.json["credits"]?["hd_export"]?["balance"] == 1)
        }
    }
}
