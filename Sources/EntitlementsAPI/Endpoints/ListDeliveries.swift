import Entitlements
import EntitlementsDatabase
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
                let before = try query["cursor"].map { text throws(Failure) in
                    guard let number = Int64(text, radix: 36), number > 0 else {
                        throw CursorText.refusal
                    }
                    return number
                }
                let rows = try await database.call(
                    ListDeliveries(
                        endpointID: try request.uuid(0), withStatus: status, pageLimit: limit + 1,
                        beforeNumber: before),
                    in: tenant)
                return .page(
                    rows, limit: limit, cursor: { String($0.number, radix: 36) },
                    answer: \.answer)
            })
    }
}
