import Deliveries
import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Changes an endpoint, or switches it on or off.
    static func updateEndpoint(_ database: Database, _ sender: DeliverySender) -> Route {
        Route(
            "updateEndpoint", .patch, "/v1/admin/endpoints/{endpoint_id}",
            fixes: [
                .changesGone: "Replay the endpoint from a number that the log still has: "
                    + "`POST /v1/admin/endpoints/{endpoint_id}/replay`."
            ],
            .secretWithActor { request, tenant, actor in
                try request.expectNoQuery()
                let body = try await request.jsonBody()
                var fields = BodyFields(
                    body, at: "", allowing: ["url", "environments", "state"],
                    nullable: ["kinds"])
                let url =
                    fields.isAbsent("url")
                    ? nil : fields.endpointURL("url", isDevelopment: sender.isDevelopment)
                let kinds = fields.optionalChangeKinds("kinds")
                let environments = fields.optionalEnvironments("environments")
                let isOn =
                    fields.isAbsent("state")
                    ? nil : fields.word("state", of: ["on", "off"]) == "on"
                try fields.finish()
                let isForAll = body["kinds"]?.isNull == true
                return .answer(
                    try await database.callOne(
                        UpdateEndpoint(
                            endpointID: try request.uuid(0), url: url,
                            kinds: kinds.map { .only($0) } ?? (isForAll ? .all : .unchanged),
                            isOn: isOn, actor: actor.name, environments: environments),
                        in: tenant))
            })
    }
}
