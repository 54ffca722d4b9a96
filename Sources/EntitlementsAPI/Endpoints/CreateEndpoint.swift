import Deliveries
import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPServer
import HTTPTypes

extension Route {
    /// Creates an endpoint, and shows its secret once.
    static func createEndpoint(
        _ database: Database, _ sender: DeliverySender, _ codes: SecretCodes
    ) -> Route {
        Route(
            "createEndpoint", .post, "/v1/admin/endpoints",
            .secretWithActor { request, tenant, actor in
                let asked = try await CreateEndpointRequest(reading: request)
                let url = try EndpointURL(asked: asked.url, isDevelopment: sender.isDevelopment)
                let id = UUID()
                let secret = codes.endpointSecret(
                    for: "", of: tenant, idempotencyKey: asked.idempotency?.key)
                let sealed = try await codes.sealed(secret, of: id, of: tenant, in: database)
                let answer = try await database.callOne(
                    CreateEndpoint(
                        endpointID: id, url: url,
                        kinds: asked.kinds.map { $0.compactMap(ChangeKind.init(rawValue:)) },
                        sealed: sealed, actor: actor.name,
                        idempotencyKey: asked.idempotency?.key,
                        requestDigest: asked.idempotency?.requestDigest,
                        environments: asked.environments.map(Set.init(words:)) ?? [.production]),
                    in: tenant)
                return .created(answer) { json in
                    json.name("secret")
                    json.string(secret.text)
                }
            })
    }
}
