import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns an endpoint.
    static func getEndpoint(_ database: Database) -> Route {
        Route(
            "getEndpoint", .get, "/v1/admin/endpoints/{endpoint_id}",
            .secret { request, tenant in
                try request.expectNoQuery()
                return .answer(
                    try await database.callOne(
                        GetEndpoint(endpointID: try request.uuid(0)), in: tenant))
            })
    }
}
