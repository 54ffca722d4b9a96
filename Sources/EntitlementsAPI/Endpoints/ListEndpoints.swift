import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Lists the tenant's endpoints.
    static func listEndpoints(_ database: Database) -> Route {
        Route(
            "listEndpoints", .get, "/v1/admin/endpoints",
            .secret { request, tenant in
                try request.expectNoQuery()
                let rows = try await database.call(ListEndpoints(), in: tenant)
                // There are few: one page has all.
                return .page(rows, limit: .max, cursor: { _ in "" }, answer: \.answer)
            })
    }
}
