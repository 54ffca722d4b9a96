import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPTypes
import Hummingbird

extension Route {
    /// Adds a secret to an endpoint, and shows it once.
    static func rotateEndpointSecret(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "rotateEndpointSecret", .post, "/v1/admin/endpoints/{endpoint_id}/rotate_secret",
            .secretWithActor { request, tenant, actor in
                try request.expectNoQuery()
                try request.expectJSON()
                let id = try request.uuid(0)
                let body = try await request.bodyBytes()
                let idempotency = try Idempotency(of: request, body: body)
                var fields = BodyFields(
                    try JSONParser.parse(body), at: "", allowing: ["at_once"])
                let isAtOnce = fields.flag("at_once")
                try fields.finish()
                let secret = codes.endpointSecret(
                    for: id.uuidString, of: tenant, idempotencyKey: idempotency?.key)
                let sealed = try await codes.sealed(secret, of: id, of: tenant, in: database)
                let answer = try await database.callOne(
                    RotateEndpointSecret(
                        endpointID: id, sealed: sealed, isAtOnce: isAtOnce,
                        actor: actor.name, idempotencyKey: idempotency?.key,
                        requestDigest: idempotency?.requestDigest),
                    in: tenant)
                return .created(answer) { json in
                    json.name("secret")
                    json.string(secret.text)
                }
            })
    }
}
