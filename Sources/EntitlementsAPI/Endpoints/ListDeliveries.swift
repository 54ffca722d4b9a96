import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists an endpoint's deliveries, those of the newest changes first.
    static func listDeliveries(_ database: Database) -> Route {
        Route(
            "listDeliveries", .get, "/v1/admin/endpoints/{endpoint_id}/deliveries",
            .secret { request, tenant in
                let asked = try ListDeliveriesRequest(reading: request)
                let cursor = try asked.cursor.map(DeliveryCursor.init(reading:))
                let rows = try await database.call(
                    ListDeliveries(
                        endpointID: asked.endpointID, withStatus: asked.status,
                        pageLimit: asked.limit + 1, beforeNumber: cursor?.number),
                    in: tenant)
                return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListDeliveries.Row {
    var cursor: DeliveryCursor { DeliveryCursor(number: number) }
}
