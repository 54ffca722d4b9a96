import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Lists findings about a tenant.
    static func listFindings(_ database: Database) -> Route {
        Route(
            "listFindings", .get, "/v1/admin/findings",
            .secret { request, tenant in
                let asked = try ListFindingsRequest(reading: request)
                let cursor = try asked.cursor.map(FindingCursor.init(reading:))
                let rows = try await database.call(
                    ListFindings(
                        pageLimit: asked.limit + 1, afterKind: cursor?.kind,
                        afterSubject: cursor?.subject),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text) { $0.write(to: &$1) }
            })
    }
}
