import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists what happened to an app user, newest first.
    static func listTimeline(_ database: Database) -> Route {
        Route(
            "listTimeline", .get, "/v1/admin/users/{app_user_id}/timeline",
            .support { request, tenant in
                let asked = try ListTimelineRequest(reading: request)
                let cursor = try asked.cursor.map(PlaceCursor.init(reading:))
                let rows = try await database.call(
                    ListTimeline(
                        appUserID: asked.appUserID, withKind: asked.kind,
                        pageLimit: asked.limit + 1, beforeRecordedAt: cursor?.moment,
                        beforePlace: cursor?.place),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListTimeline.Row {
    var cursor: PlaceCursor { PlaceCursor(moment: recordedAt, place: place) }
}
