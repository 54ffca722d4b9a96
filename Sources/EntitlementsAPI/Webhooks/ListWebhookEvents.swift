import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Lists a tenant's webhook events, newest first, without their bodies.
    static func listWebhookEvents(_ database: Database) -> Route {
        Route(
            "listWebhookEvents", .get, "/v1/admin/webhook_events",
            .support { request, tenant in
                let asked = try ListWebhookEventsRequest(reading: request)
                let cursor = try asked.cursor.map(PlaceCursor.init(reading:))
                // One row more than the limit shows whether another page follows.
                let rows = try await database.call(
                    ListWebhookEvents(
                        ListWebhookEvents.Filter(asked), pageLimit: asked.limit + 1,
                        beforeReceivedAt: cursor?.moment,
                        beforeEventID: cursor?.place),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text) { row, json in
                    row.write(to: &json)
                }
            })
    }
}

extension ListWebhookEvents.Filter {
    fileprivate init(_ asked: ListWebhookEventsRequest) {
        self.init()
        status = asked.status
        type = asked.type
        appUserID = asked.appUserID
        transactionID = asked.transactionID
        receivedFrom = asked.receivedFrom
        receivedUntil = asked.receivedUntil
    }
}
