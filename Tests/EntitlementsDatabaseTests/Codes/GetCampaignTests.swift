import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_campaign")
struct GetCampaignTests {
    @Test("a campaign is the one that the list has, closed or not")
    func same() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        try await tenant.redeem("LAUNCH-26", by: "u_1")
        try await tenant.apply([])
        let answer = try await tenant.database.callOne(
            GetCampaign(campaignID: "launch"), in: tenant.id)
        let campaign = try JSONParser.parse(answer.json)
        #expect(campaign["redemptions"] == 1)
        #expect(campaign["is_open"] == false)
        let listed = try #require(try await tenant.campaigns().first)
        for name in ["campaign_id", "gives", "codes", "per_app_user", "origin"] {
            #expect(campaign[name] == listed[name])
        }
    }

    @Test("another tenant's campaign is not found")
    func foreign() async throws {
        let tenant = try await TestTenant.create()
        _ = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        await expectFailure(.campaignNotFound) {
            _ = try await tenant.database.callOne(
                GetCampaign(campaignID: "launch"), in: tenant.id)
        }
    }
}
