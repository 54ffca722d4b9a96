import Entitlements
package import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists an app user's grants, newest first.
    static func listGrants(_ database: Database) -> Route {
        Route(
            "listGrants", .get, "/v1/users/{app_user_id}/grants",
            .secret { request, tenant in
                let query = try request.query(allowing: ["limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let cursor = try query["cursor"].map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListGrants(
                        appUserID: try request.appUserID(), pageLimit: limit + 1,
                        beforeGrantedAt: cursor?.moment, beforeGrantID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListGrants.Row {
    package var cursor: MomentCursor { MomentCursor(moment: grantedAt, id: grantID) }
}
