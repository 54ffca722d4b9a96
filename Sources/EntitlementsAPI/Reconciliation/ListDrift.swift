import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes
import NIOCore
import Reconciliation

extension Route {
    /// Lists the differences that a run found, in the order they were found.
    static func listDrift(_ database: Database) -> Route {
        Route(
            "listDrift", .get, "/v1/admin/reconcile/{run_id}/drift",
            .secret { request, tenant in
                let asked = try ListDriftRequest(reading: request)
                let cursor = try asked.cursor.map(MomentCursor.init(reading:))
                let rows = try await database.call(
                    ListDrift(
                        runID: asked.runID, pageLimit: asked.limit + 1,
                        afterFoundAt: cursor?.moment, afterDriftID: cursor?.id),
                    in: tenant)
                guard asked.format == "csv" else {
                    return .page(rows, limit: asked.limit, cursor: \.cursor.text) { row, json in
                        json.drift(Drift(row), foundAt: row.foundAt)
                    }
                }
                return .driftCSV(rows, limit: asked.limit)
            })
    }
}

extension Response {
    /// Answers with the page as CSV; the `Link` header names the next page.
    fileprivate static func driftCSV(_ rows: [ListDrift.Row], limit: Int32) -> Response {
        let page = rows.prefix(Int(limit))
        var text = DriftTable.csvHeader
        for row in page { text += DriftTable.csv(row) }
        var response = Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8; header=present",
                .cacheControl: "private, no-store",
            ],
            body: ResponseBody(ByteBuffer(string: text)))
        if rows.count > page.count, let last = page.last {
            response.headers[.link] =
                "<?format=csv&limit=\(limit)&cursor=\(last.cursor.text)>; rel=\"next\""
        }
        return response
    }
}

extension ListDrift.Row {
    fileprivate var cursor: MomentCursor { MomentCursor(moment: foundAt, id: driftID) }
}
