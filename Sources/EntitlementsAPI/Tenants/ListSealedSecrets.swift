import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Lists which secrets the tenant has, by their names; their values are never answered.
    static func listSealedSecrets(_ database: Database) -> Route {
        Route(
            "listSealedSecrets", .get, "/v1/admin/secrets",
            .secret { request, tenant in
                try request.expectNoQuery()
                let rows = try await database.call(ListSealedSecrets(), in: tenant)
                // There are few: one page has all.
                return .page(rows, limit: .max, cursor: { _ in "" }) { row, json in
                    json.beginObject()
                    json.name("kind")
                    json.string(row.kind)
                    json.name("name")
                    json.string(row.name)
                    json.name("slot")
                    json.integer(row.slot)
                    json.endObject()
                }
            })
    }
}
