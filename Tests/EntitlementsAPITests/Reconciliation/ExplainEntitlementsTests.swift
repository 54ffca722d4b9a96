import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/users/{app_user_id}/explanations", .timeLimit(.minutes(5)))
struct ExplainEntitlementsTests {
    private let path = "/v1/admin/users/u_42/explanations"

    @Test("each explanation is as explainAccess answers it, now and as known earlier")
    func explained() async throws {
        try await TestAPI.run { api in
            let before = try await api.tenant.moment().exactText
            try await api.tenant.receive(.nowRunning())
            for query in ["as_of=2026-11-20T00:00:00Z", "known_at=\(before)"] {
                let answer = try await api.get(
                    "explainEntitlements", "\(path)?\(query)", key: api.secretKey
                ).json
                let plan = try await api.explanation(of: "u_42", query)
                let plus = try await api.explanation(of: "u_42", "entitlement_id=plus&\(query)")
                #expect(answer["plan"] == plan)
                #expect(answer["entitlements"]?["plus"] == plus)
            }
        }
    }

    @Test("a read key may not explain")
    func refused() async throws {
        try await TestAPI.run { api in
            let read = try await api.get("explainEntitlements", path)
            #expect(try read.refusal == "403 forbidden")
        }
    }
}
