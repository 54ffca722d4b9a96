import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Lists the files that were applied to the tenant, newest first.
    static func listDefinitions(_ database: Database) -> Route {
        Route(
            "listDefinitions", .get, "/v1/admin/definitions",
            .secret { request, tenant in
                try request.expectNoQuery()
                let rows = try await database.call(ListDefinitions(), in: tenant)
                // A tenant keeps at most two hundred: one page has all.
                return .page(rows, limit: .max, cursor: { _ in "" }) { row, json in
                    json.beginObject()
                    json.name("definition_version")
                    json.integer(row.definitionVersion)
                    json.name("applied_at")
                    json.timestamp(row.appliedAt)
                    json.name("applied_by")
                    json.string(row.appliedBy)
                    json.endObject()
                }
            })
    }
}
