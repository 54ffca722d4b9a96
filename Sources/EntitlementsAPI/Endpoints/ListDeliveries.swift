import Entitlements
package import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists an endpoint's deliveries, those of the newest changes first.
    static func listDeliveries(_ database: Database) -> Route {
        Route(
            "listDeliveries", .get, "/v1/admin/endpoints/{endpoint_id}/deliveries",
            .secret { request, tenant in
                let query = try request.query(allowing: ["status", "limit", "cursor"])
                let limit = try query.integer("limit", in: 1...100, default: 50)
                let status = try query.word("status", of: ListDeliveries.statuses)
                let cursor = try query["cursor"].map(DeliveryCursor.init(reading:))
                let rows = try await database.call(
                    ListDeliveries(
                        endpointID: try request.uuid(0), withStatus: status, pageLimit: limit + 1,
                        beforeNumber: cursor?.number),
                    in: tenant)
                return .page(rows, limit: limit, cursor: \.cursor.text, answer: \.answer)
            })
    }
}

extension ListDeliveries.Row {
    package var cursor: DeliveryCursor { DeliveryCursor(number: number) }
}
