import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Deletes an endpoint with the log of its deliveries.
    static func deleteEndpoint(_ database: Database) -> Route {
        Route(
            "deleteEndpoint", .delete, "/v1/admin/endpoints/{endpoint_id}",
            .secretWithActor { request, tenant, actor in
                try request.expectNoQuery()
                _ = try await database.call(
                    DeleteEndpoint(endpointID: try request.uuid(0), actor: actor.name),
                    in: tenant)
                return Response(status: .noContent)
            })
    }
}
