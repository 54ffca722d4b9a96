import Entitlements
package import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists purchases that were paid and whose order is not settled, newest first.
    static func listUndeliveredCredits(_ database: Database) -> Route {
        Route(
            "listUndeliveredCredits", .get, "/v1/admin/undelivered_credits",
            .secret { request, tenant in
                let query = try request.query(allowing: ["minutes", "limit", "cursor"])
                let minutes = try query.integer("minutes", in: 1...43_200, default: 15)
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let cursor = try query["cursor"].map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListUndeliveredCredits(
                        pageLimit: limit + 1, minutes: minutes, beforeBoughtAt: cursor?.moment,
                        beforeEntryID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListUndeliveredCredits.Row {
    package var cursor: MomentCursor { MomentCursor(moment: boughtAt, id: entryID) }
}
