import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/users/{app_user_id}/transactions")
struct ListTransactionsTests {
    private func list(_ api: TestAPI, _ target: String) async throws -> RawHTTPResponse {
        try await api.get("listTransactions", "/v1/users/\(target)")
    }

    @Test("charges are listed in pages, of any id")
    func pages() async throws {
        try await TestAPI.run { api in
            for id in ["a", "b", "c"] {
                try await api.tenant.receive(
                    .initialPurchase(appUserID: "x/é ?", originalTransactionID: id))
            }
            let target = "x%2F%C3%A9%20%3F/transactions?limit=2"
            let page = try await list(api, target).json
            #expect(page["data"]?.array?.count == 2)
            let cursor = try #require(page["next_cursor"]?.string)
            let last = try await list(api, "\(target)&cursor=\(cursor)").json
            #expect(last["data"]?.array?.count == 1)
            #expect(last["next_cursor"] == .null)
        }
    }

    @Test("an unknown app user and another tenant's have none; odd parameters are refused")
    func odd() async throws {
        try await TestAPI.run { api in
            try await TestTenant.create().receive(.initialPurchase(appUserID: "theirs"))
            for id in ["theirs", "nobody", "%22"] {
                #expect(try await list(api, "\(id)/transactions").json["data"] == [])
            }
            for query in ["limit=0", "limit=101", "cursor=x", "environment=moon", "as_of=now"] {
                let wrong = try await list(api, "u_42/transactions?\(query)")
                #expect(try wrong.refusal == "422 validation_failed")
            }
        }
    }
}
