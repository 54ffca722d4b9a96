import Entitlements
package import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists purchases without an identified owner, newest first.
    static func listOrphans(_ database: Database) -> Route {
        Route(
            "listOrphans", .get, "/v1/orphans",
            .secret { request, tenant in
                let query = try request.query(allowing: ["limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let cursor = try query["cursor"].map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListOrphans(
                        pageLimit: limit + 1, beforeOrphanedAt: cursor?.moment,
                        beforeOrphanID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListOrphans.Row {
    package var cursor: MomentCursor { MomentCursor(moment: orphanedAt, id: orphanID) }
}
