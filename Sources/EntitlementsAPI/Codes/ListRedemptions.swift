import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists redemptions of codes, newest first.
    static func listRedemptions(_ database: Database) -> Route {
        Route(
            "listRedemptions", .get, "/v1/admin/redemptions",
            .support { request, tenant in
                let asked = try ListRedemptionsRequest(reading: request)
                let cursor = try asked.cursor.map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListRedemptions(
                        campaignID: asked.campaignID,
                        appUserID: asked.appUserID,
                        pageLimit: asked.limit + 1, beforeRedeemedAt: cursor?.moment,
                        beforeRedemptionID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListRedemptions.Row {
    var cursor: MomentCursor { MomentCursor(moment: redeemedAt, id: redemptionID) }
}
