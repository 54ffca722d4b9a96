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
                let query = try request.query(
                    allowing: [
                        "status", "type", "app_user_id", "transaction_id", "received_from",
                        "received_until", "limit", "cursor",
                    ])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let cursor = try query["cursor"].map(PlaceCursor.init(reading:))
                // One row more than the limit shows whether another page follows.
                let rows = try await database.call(
                    ListWebhookEvents(
                        try ListWebhookEvents.Filter(query), pageLimit: limit + 1,
                        beforeReceivedAt: cursor?.moment,
                        beforeEventID: cursor?.place),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text) { row, json in
                    row.write(to: &json)
                }
            })
    }
}

extension ListWebhookEvents.Filter {
    fileprivate init(_ query: QueryParameters) throws(Failure) {
        self.init()
        status = try query.word("status", of: ["applied", "stored", "failed"])
        type = try query.text("type", maximumBytes: 200)
        appUserID = try query.text("app_user_id", maximumBytes: AppUserID.maximumBytes)
            .map(AppUserID.init(unchecked:))
        transactionID = try query.text("transaction_id", maximumBytes: 1500)
        receivedFrom = try query.timestamp("received_from")
        receivedUntil = try query.timestamp("received_until")
    }
}
