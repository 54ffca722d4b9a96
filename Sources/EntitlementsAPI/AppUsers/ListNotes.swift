import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists the notes of operators on an app user, newest first.
    static func listNotes(_ database: Database) -> Route {
        Route(
            "listNotes", .get, "/v1/admin/users/{app_user_id}/notes",
            .support { request, tenant in
                let asked = try ListNotesRequest(reading: request)
                let cursor = try asked.cursor.map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListNotes(
                        appUserID: asked.appUserID, pageLimit: asked.limit + 1,
                        beforeWrittenAt: cursor?.moment, beforeNoteID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListNotes.Row {
    var cursor: MomentCursor { MomentCursor(moment: writtenAt, id: noteID) }
}
