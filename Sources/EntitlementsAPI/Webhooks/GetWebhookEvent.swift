import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns a webhook event with its body.
    static func getWebhookEvent(_ database: Database) -> Route {
        Route(
            "getWebhookEvent", .get, "/v1/admin/webhook_events/{event_id}",
            .support { request, tenant in
                try request.expectNoQuery()
                return .answer(
                    try await database.callOne(
                        GetWebhookEvent(eventID: try request.pathParameter(0)), in: tenant))
            })
    }
}
