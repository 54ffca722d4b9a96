import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists purchases without an identified owner, newest first.
    static func listOrphans(_ database: Database) -> Route {
        Route(
            "listOrphans", .get, "/v1/orphans",
            .support { request, tenant in
                let asked = try ListOrphansRequest(reading: request)
                let cursor = try asked.cursor.map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListOrphans(
                        pageLimit: asked.limit + 1, beforeOrphanedAt: cursor?.moment,
                        beforeOrphanID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListOrphans.Row {
    var cursor: MomentCursor { MomentCursor(moment: orphanedAt, id: orphanID) }
}
