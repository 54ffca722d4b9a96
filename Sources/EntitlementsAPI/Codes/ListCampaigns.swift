import Entitlements
import EntitlementsDatabase
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
                        afterCampaignID: try query["cursor"].map(campaignID(ofCursor:))),
                    in: tenant)
                return .page(
                    rows, limit: limit, cursor: { Hexadecimal.text($0.campaignID.utf8) },
                    answer: \.answer)
            })
    }

    /// Returns the campaign that a cursor names; opaque to callers.
    private static func campaignID(ofCursor text: String) throws(Failure) -> String {
        guard let bytes = Hexadecimal.bytes(text),
            let id = String(validating: bytes, as: UTF8.self),
            CampaignID.problem(with: id) == nil
        else { throw CursorText.refusal }
        return id
    }
}
