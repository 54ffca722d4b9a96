import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Deletes an endpoint with the log of its deliveries.
    static func deleteEndpoint(_ database: Database) -> Route {
        Route(
            "deleteEndpoint", .delete, "/v1/admin/endpoints/{endpoint_id}",
            .secret { request, tenant in
                try request.expectNoQuery()
                _ = try await database.call(
                    DeleteEndpoint(endpointID: try request.uuid(0)), in: tenant)
                return Response(status: .noContent)
            })
    }
}
