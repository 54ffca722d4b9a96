import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Answers what the tenant's setup still lacks.
    static func examineTenant(_ database: Database) -> Route {
        Route(
            "examineTenant", .get, "/v1/admin/setup",
            .secret { request, tenant in
                try request.expectNoQuery()
                let row = try await database.callOne(ExamineTenant(), in: tenant)
                return .json { json in
                    json.name("requires_secret")
                    json.bool(row.requiresSecret)
                    json.name("missing_secrets")
                    json.strings(row.missingSecrets)
                    json.name("refused_since")
                    json.timestampOrNull(row.refusedSince)
                    json.name("received_at")
                    json.timestampOrNull(row.receivedAt)
                    json.name("key_state")
                    json.string(row.keyState)
                    json.name("unknown_products")
                    json.strings(row.unknownProducts)
                }
            })
    }
}

extension JSONWriter {
    fileprivate mutating func strings(_ texts: [String]) {
        beginArray()
        for text in texts { string(text) }
        endArray()
    }
}
