import Deliveries
import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPTypes
import Hummingbird

extension Route {
    /// Creates an endpoint, and shows its secret once.
    static func createEndpoint(
        _ database: Database, _ sender: DeliverySender, _ codes: SecretCodes
    ) -> Route {
        Route(
            "createEndpoint", .post, "/v1/admin/endpoints",
            .secretWithActor { request, tenant, actor in
                try request.expectNoQuery()
                try request.expectJSON()
                let body = try await request.bodyBytes()
                let idempotency = try Idempotency(of: request, body: body)
                var fields = BodyFields(
                    try JSONParser.parse(body), at: "", allowing: ["url", "environments"],
                    nullable: ["kinds"])
                let url = fields.endpointURL("url", isDevelopment: sender.isDevelopment)
                let kinds = fields.optionalChangeKinds("kinds")
                let environments = fields.optionalEnvironments("environments")
                try fields.finish()
                let id = UUID()
                let secret = codes.endpointSecret(
                    for: "", of: tenant, idempotencyKey: idempotency?.key)
                let sealed = try await codes.sealed(secret, of: id, of: tenant, in: database)
                let answer = try await database.callOne(
                    CreateEndpoint(
                        endpointID: id, url: url, kinds: kinds, sealed: sealed,
                        actor: actor.name, idempotencyKey: idempotency?.key,
                        requestDigest: idempotency?.requestDigest,
                        environments: environments ?? [.production]),
                    in: tenant)
                return .created(answer) { json in
                    json.name("secret")
                    json.string(secret.text)
                }
            })
    }
}
