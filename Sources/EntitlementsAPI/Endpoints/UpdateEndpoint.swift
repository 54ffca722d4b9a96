import Deliveries
import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

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
                let asked = try await UpdateEndpointRequest(reading: request)
                let url = try asked.url.map { text throws(Failure) in
                    try EndpointURL(asked: text, isDevelopment: sender.isDevelopment)
                }
                return .answer(
                    try await database.callOne(
                        UpdateEndpoint(
                            endpointID: asked.endpointID, url: url,
                            kinds: UpdateEndpoint.Kinds(asked.kinds),
                            isOn: asked.state.map { $0 == "on" }, actor: actor.name,
                            environments: asked.environments.map(Set.init(words:))),
                        in: tenant))
            })
    }
}

extension UpdateEndpoint.Kinds {
    /// Null stands for all kinds.
    fileprivate init(_ sent: Sent<[String]>) {
        switch sent {
        case .absent: self = .unchanged
        case .null: self = .all
        case .value(let words): self = .only(words.compactMap(ChangeKind.init(rawValue:)))
        }
    }
}

extension EndpointURL {
    init(asked text: String, isDevelopment: Bool) throws(Failure) {
        guard let url = EndpointURL(text, isDevelopment: isDevelopment) else {
            throw BodyFields.failure("url", EndpointURL.expectation)
        }
        self = url
    }
}

extension Set<PurchaseEnvironment> {
    init(words: [String]) {
        self.init(words.compactMap(PurchaseEnvironment.init(rawValue:)))
    }
}
