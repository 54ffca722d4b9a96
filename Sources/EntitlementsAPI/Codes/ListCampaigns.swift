import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists the tenant's campaigns of codes.
    static func listCampaigns(_ database: Database) -> Route {
        Route(
            "listCampaigns", .get, "/v1/admin/campaigns",
            .secret { request, tenant in
                let asked = try ListCampaignsRequest(reading: request)
                let rows = try await database.call(
                    ListCampaigns(
                        pageLimit: asked.limit + 1,
                        afterCampaignID: try asked.cursor.map(CampaignCursor.init(reading:))?
                            .campaignID),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListCampaigns.Row {
    var cursor: CampaignCursor { CampaignCursor(campaignID: campaignID) }
}
