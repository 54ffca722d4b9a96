import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Delivers the changes from a number on again.
    static func replayEndpoint(_ database: Database) -> Route {
        Route(
            "replayEndpoint", .post, "/v1/admin/endpoints/{endpoint_id}/replay",
            fixes: [
                .changesGone: "Begin with a number that the log still has; `GET /v1/changes` "
                    + "without `after` says the last one."
            ],
            .secretWithActor { request, tenant, actor in
                try request.expectNoQuery()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "", allowing: ["from_number"])
                let number = fields.changeNumber("from_number")
                try fields.finish()
                return .answer(
                    try await database.callOne(
                        ReplayEndpoint(
                            endpointID: try request.uuid(0), fromNumber: number,
                            actor: actor.name),
                        in: tenant))
            })
    }
}
