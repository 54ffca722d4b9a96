import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists an app user's uses of a limit, newest first.
    static func listUses(_ database: Database) -> Route {
        Route(
            "listUses", .get, "/v1/users/{app_user_id}/limits/{limit_id}/uses",
            .read { request, tenant in
                let asked = try ListUsesRequest(reading: request)
                let cursor = try asked.cursor.map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListUses(
                        appUserID: asked.appUserID,
                        limitID: asked.limitID, pageLimit: asked.limit + 1,
                        beforeUsedAt: cursor?.moment, beforeUseID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListUses.Row {
    var cursor: MomentCursor { MomentCursor(moment: usedAt, id: useID) }
}
