import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists findings about a tenant.
    static func listFindings(_ database: Database) -> Route {
        Route(
            "listFindings", .get, "/v1/admin/findings",
            .secret { request, tenant in
                let query = try request.query(allowing: ["limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let cursor = try query["cursor"].map(FindingCursor.init(reading:))
                let rows = try await database.call(
                    ListFindings(
                        pageLimit: limit + 1, afterKind: cursor?.kind,
                        afterSubject: cursor?.subject),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text) { $0.write(to: &$1) }
            })
    }
}
