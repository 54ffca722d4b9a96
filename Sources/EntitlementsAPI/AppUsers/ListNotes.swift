import Entitlements
package import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists the notes of operators on an app user, newest first.
    static func listNotes(_ database: Database) -> Route {
        Route(
            "listNotes", .get, "/v1/admin/users/{app_user_id}/notes",
            .secret { request, tenant in
                let query = try request.query(allowing: ["limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let cursor = try query["cursor"].map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListNotes(
                        appUserID: try request.appUserID(), pageLimit: limit + 1,
                        beforeWrittenAt: cursor?.moment, beforeNoteID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListNotes.Row {
    package var cursor: MomentCursor { MomentCursor(moment: writtenAt, id: noteID) }
}
