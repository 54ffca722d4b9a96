import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Lists the tenant's keys by their ids.
    static func listAPIKeys(_ database: Database) -> Route {
        Route(
            "listAPIKeys", .get, "/v1/admin/keys",
            .secret { request, tenant in
                try request.expectNoQuery()
                let rows = try await database.call(ListAPIKeys(), in: tenant)
                // One page has the newest thousand.
                return .page(rows, limit: .max, cursor: { _ in "" }) { row, json in
                    json.beginObject()
                    json.name("key_id")
                    json.string(row.keyID)
                    json.name("kind")
                    json.string(row.kind)
                    json.name("name")
                    json.stringOrNull(row.name)
                    json.name("created_at")
                    json.timestamp(row.createdAt)
                    json.name("revoked_at")
                    json.timestampOrNull(row.revokedAt)
                    json.name("last_used_at")
                    json.timestampOrNull(row.lastUsedAt)
                    json.endObject()
                }
            })
    }
}

extension JSONWriter {
    mutating func stringOrNull(_ text: String?) {
        if let text { string(text) } else { null() }
    }

    mutating func timestampOrNull(_ moment: Timestamp?) {
        if let moment { timestamp(moment) } else { null() }
    }
}
