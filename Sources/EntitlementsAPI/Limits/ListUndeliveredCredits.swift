import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists purchases that were paid and whose order is not settled, newest first.
    static func listUndeliveredCredits(_ database: Database) -> Route {
        Route(
            "listUndeliveredCredits", .get, "/v1/admin/undelivered_credits",
            .support { request, tenant in
                let asked = try ListUndeliveredCreditsRequest(reading: request)
                let cursor = try asked.cursor.map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListUndeliveredCredits(
                        pageLimit: asked.limit + 1, minutes: asked.minutes,
                        beforeBoughtAt: cursor?.moment, beforeEntryID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListUndeliveredCredits.Row {
    var cursor: MomentCursor { MomentCursor(moment: boughtAt, id: entryID) }
}
