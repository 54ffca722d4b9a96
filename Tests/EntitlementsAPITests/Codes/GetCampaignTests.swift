import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/campaigns/{campaign_id}")
struct GetCampaignTests {
    private func campaign(
        _ api: TestAPI, _ id: String, key: String? = nil
    ) async throws -> RawHTTPResponse {
        try await api.get("getCampaign", "/v1/admin/campaigns/\(id)", key: key ?? api.secretKey)
    }

    @Test("a campaign is answered by its id, to a secret key of its tenant only")
    func works() async throws {
        try await TestAPI.run { api in
            try await api.tenant.apply([.giving()])
            let found = try await campaign(api, "launch")
            #expect(found.status == 200)
            #expect(try found.json["codes"] == 1)
            #expect(try await campaign(api, "lunch").refusal == "404 campaign_not_found")
            #expect(try await campaign(api, "launch", key: api.readKey).status == 403)
            let stranger = try await TestTenant.create().key(.secret)
            #expect(
                try await campaign(api, "launch", key: stranger).refusal
                    == "404 campaign_not_found")
        }
    }
}
