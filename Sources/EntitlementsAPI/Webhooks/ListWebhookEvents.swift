import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists a tenant's webhook events, newest first, without their bodies.
    static func listWebhookEvents(_ database: Database) -> Route {
        Route(
            "listWebhookEvents", .get, "/v1/admin/webhook_events",
            .secret { request, tenant in
                let query = try request.query(allowing: ["status", "limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let status = try query.word("status", of: ["applied", "stored", "failed"])
                let cursor = try query["cursor"].map(WebhookEventCursor.init(reading:))
                // One row more than the limit shows whether another page follows.
                let rows = try await database.call(
                    ListWebhookEvents(
                        withStatus: status, pageLimit: limit + 1,
                        beforeReceivedAt: cursor?.receivedAt,
                        beforeEventID: cursor?.eventID),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text) { row, json in
                    row.write(to: &json)
                }
            })
    }
}
