import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists a tenant's runs, latest first.
    static func listRuns(_ database: Database) -> Route {
        Route(
            "listRuns", .get, "/v1/admin/reconcile",
            .secret { request, tenant in
                let asked = try ListRunsRequest(reading: request)
                let cursor = try asked.cursor.map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListRuns(
                        pageLimit: asked.limit + 1, beforeStartedAt: cursor?.moment,
                        beforeRunID: cursor?.id),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListRuns.Row {
    var cursor: MomentCursor { MomentCursor(moment: startedAt, id: runID) }
}
