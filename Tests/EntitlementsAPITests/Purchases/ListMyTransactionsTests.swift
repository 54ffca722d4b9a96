import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/me/transactions", .timeLimit(.minutes(5)))
struct ListMyTransactionsTests {
    @Test("a phone lists its own charges, and those of no other")
    func own() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.receive(.nowRunning())
            let path = "/v1/me/transactions"
            let mine = try await api.me("listMyTransactions", path, as: "u_42")
            let theirs = try await api.get("listTransactions", "/v1/users/u_42/transactions")
            #expect(try mine.json["data"]?.array?.count == 1)
            #expect(try mine.json == theirs.json)
            let other = try await api.me("listMyTransactions", path, as: "u_43")
            #expect(try other.json["data"] == [])
            let odd = try await api.me("listMyTransactions", "\(path)?app_user_id=u_42", as: "u_43")
            #expect(try odd.refusal == "422 validation_failed")
        }
    }
}
