import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists an app user's grants, newest first.
    static func listGrants(_ database: Database) -> Route {
        Route(
            "listGrants", .get, "/v1/users/{app_user_id}/grants",
            .support { request, tenant in
                let asked = try ListGrantsRequest(reading: request)
                let cursor = try asked.cursor.map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListGrants(
                        appUserID: asked.appUserID, pageLimit: asked.limit + 1,
                        beforeGrantedAt: cursor?.moment, beforeGrantID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListGrants.Row {
    var cursor: MomentCursor { MomentCursor(moment: grantedAt, id: grantID) }
}
