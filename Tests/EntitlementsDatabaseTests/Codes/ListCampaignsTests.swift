import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_campaigns")
struct ListCampaignsTests {
    @Test("campaigns are listed by their ids, page by page, without their codes")
    func pages() async throws {
        let names = (1...5).map { "c\($0)" }
        let tenant = try await TestTenant.create {
            $0.codes.campaigns = names.map { .giving(as: $0, code: "CODE-\($0)") }
        }
        let other = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        var listed: [String] = []
        var page: [ListCampaigns.Row] = []
        repeat {
            page = try await tenant.database.call(
                ListCampaigns(pageLimit: 2, afterCampaignID: listed.last), in: tenant.id)
            listed += page.map(\.campaignID)
        } while !page.isEmpty
        #expect(listed == names)
        #expect(try await other.campaigns().map { $0["campaign_id"] } == ["launch"])
    }

    @Test("a campaign says what it gives, how often it was redeemed, and that it is closed")
    func content() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        _ = try await tenant.createCodes(3, of: "launch")
        try await tenant.redeem("LAUNCH-26", by: "u_1")
        try await tenant.apply([])
        let campaign = try await tenant.campaigns()[0]
        #expect(campaign["codes"] == 4)
        #expect(campaign["redemptions"] == 1)
        #expect(campaign["is_open"] == false)
        #expect(campaign["gives"]?["duration"] == "P30D")
    }
}
