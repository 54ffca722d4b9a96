import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Tells a tenant whether its webhooks arrive, and why they are refused.
    static func getWebhookStatus(_ database: Database) -> Route {
        Route(
            "getWebhookStatus", .get, "/v1/admin/webhooks",
            .support { request, tenant in
                try request.expectNoQuery()
                return .answer(try await database.callOne(GetWebhookStatus(), in: tenant))
            })
    }
}
