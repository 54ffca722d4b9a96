import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/metrics")
struct GetFiguresTests {
    @Test("figures are answered by dimensions, and wrong parameters are refused by their names")
    func works() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(purchasedAt: "2026-03-10T10:00:00Z"))
            _ = try await api.tenant.database.callOne(
                ComputeFigures(
                    firstBucket: 0, lastBucket: 15, asOf: "2026-03-12T10:00:00Z"),
                in: api.tenant.id)
            func ask(_ query: String, key: String? = nil) async throws -> RawHTTPResponse {
                try await api.get(
                    "getFigures", "/v1/admin/metrics\(query)", key: key ?? api.secretKey)
            }
            let answer = try await ask("?from=2026-03-01&to=2026-03-31&by=store,day").json
            #expect(answer["by"] == ["day", "store"])
            let row = answer["data"]?.array?.first { $0["day"] == "2026-03-10" }
            #expect(row?["store"] == "app_store")
            #expect(row?["figures"]?["active_subscriptions"] == 1)
            #expect(row?["charges"] == [["currency": "EUR", "number": 1, "amount": 4.99]])
            #expect(try await ask("").json["data"]?.array != nil)
            #expect(try await ask("").json["households"] == [])
            #expect(try await ask("?households=false").json["households"] == .null)
            for query in [
                "from=yesterday", "from=2026-02-30", "to=2026-3-1", "by=week", "by=day,day", "by=",
                "households=no",
                "form=2026-03-01",
            ] {
                #expect(try await ask("?\(query)").refusal == "422 validation_failed", "\(query)")
            }
            let wrong = try await ask("?from=2026-03-02&to=2026-03-01")
            #expect(try wrong.refusal == "422 figures_range_invalid")
            #expect(try await ask("", key: api.readKey).refusal == "403 forbidden")
        }
    }
}
