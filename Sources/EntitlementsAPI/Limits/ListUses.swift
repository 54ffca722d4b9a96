import Entitlements
package import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists an app user's uses of a limit, newest first.
    static func listUses(_ database: Database) -> Route {
        Route(
            "listUses", .get, "/v1/users/{app_user_id}/limits/{limit_id}/uses",
            .read { request, tenant in
                let query = try request.query(allowing: ["limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let cursor = try query["cursor"].map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListUses(
                        appUserID: try request.appUserID(),
                        limitID: try request.pathParameter(1), pageLimit: limit + 1,
                        beforeUsedAt: cursor?.moment, beforeUseID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListUses.Row {
    package var cursor: MomentCursor { MomentCursor(moment: usedAt, id: useID) }
}
