import Entitlements
package import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists the tenant's campaigns of codes.
    static func listCampaigns(_ database: Database) -> Route {
        Route(
            "listCampaigns", .get, "/v1/admin/campaigns",
            .secret { request, tenant in
                let query = try request.query(allowing: ["limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let rows = try await database.call(
                    ListCampaigns(
                        pageLimit: limit + 1,
                        afterCampaignID: try query["cursor"].map(CampaignCursor.init(reading:))?
                            .campaignID),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListCampaigns.Row {
    package var cursor: CampaignCursor { CampaignCursor(campaignID: campaignID) }
}
