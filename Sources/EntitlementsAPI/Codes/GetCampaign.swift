import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns a campaign of codes.
    static func getCampaign(_ database: Database) -> Route {
        Route(
            "getCampaign", .get, "/v1/admin/campaigns/{campaign_id}",
            .secret { request, tenant in
                try request.expectNoQuery()
                return .answer(
                    try await database.callOne(
                        GetCampaign(campaignID: try request.pathParameter(0)), in: tenant))
            })
    }
}
