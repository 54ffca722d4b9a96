import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Delivers the changes from a number on again.
    static func replayEndpoint(_ database: Database) -> Route {
        Route(
            "replayEndpoint", .post, "/v1/admin/endpoints/{endpoint_id}/replay",
            fixes: [
                .changesGone:
                    "Begin with a number that the log still has; `GET /v1/changes` without "
                    + "`after` returns the last one."
            ],
            .secretWithActor { request, tenant, actor in
                let asked = try await ReplayEndpointRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        ReplayEndpoint(
                            endpointID: asked.endpointID, fromNumber: asked.fromNumber,
                            actor: actor.name),
                        in: tenant))
            })
    }
}
