import Entitlements
package import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists what happened to an app user, newest first.
    static func listTimeline(_ database: Database) -> Route {
        Route(
            "listTimeline", .get, "/v1/admin/users/{app_user_id}/timeline",
            .secret { request, tenant in
                let query = try request.query(allowing: ["kind", "limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let kind = try query.word("kind", of: ListTimeline.kinds)
                let cursor = try query["cursor"].map(PlaceCursor.init(reading:))
                let rows = try await database.call(
                    ListTimeline(
                        appUserID: try request.appUserID(), withKind: kind, pageLimit: limit + 1,
                        beforeRecordedAt: cursor?.moment, beforePlace: cursor?.place),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListTimeline.Row {
    package var cursor: PlaceCursor { PlaceCursor(moment: recordedAt, place: place) }
}
