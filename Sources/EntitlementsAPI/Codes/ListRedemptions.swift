import Entitlements
package import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists redemptions of codes, newest first.
    static func listRedemptions(_ database: Database) -> Route {
        Route(
            "listRedemptions", .get, "/v1/admin/redemptions",
            .secret { request, tenant in
                let query = try request.query(
                    allowing: ["campaign_id", "app_user_id", "limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let cursor = try query["cursor"].map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListRedemptions(
                        campaignID: query["campaign_id"],
                        appUserID: query["app_user_id"].map(AppUserID.init(unchecked:)),
                        pageLimit: limit + 1, beforeRedeemedAt: cursor?.moment,
                        beforeRedemptionID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListRedemptions.Row {
    package var cursor: MomentCursor { MomentCursor(moment: redeemedAt, id: redemptionID) }
}
