import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Makes an event that was not applied due now; the worker decodes and applies it.
    static func retryWebhookEvent(_ database: Database) -> Route {
        Route(
            "retryWebhookEvent", .post, "/v1/admin/webhook_events/{event_id}/retry",
            .secret { request, tenant in
                try request.expectNoQuery()
                let eventID = try request.pathParameter(0)
                let row = try await database.callOne(
                    RetryWebhookEvent(eventID: eventID), in: tenant)
                return .json(status: .accepted) { json in
                    json.name("status")
                    json.string(row.status)
                    json.name("event_id")
                    json.string(eventID)
                }
            })
    }
}
