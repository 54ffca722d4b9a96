import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import HTTPServer
import HTTPTypes

extension Route {
    /// Adds a secret to an endpoint, and shows it once.
    static func rotateEndpointSecret(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "rotateEndpointSecret", .post, "/v1/admin/endpoints/{endpoint_id}/rotate_secret",
            .secretWithActor { request, tenant, actor in
                let asked = try await RotateEndpointSecretRequest(reading: request)
                let id = asked.endpointID
                let secret = codes.endpointSecret(
                    for: id.uuidString, of: tenant, idempotencyKey: asked.idempotency?.key)
                let sealed = try await codes.sealed(secret, of: id, of: tenant, in: database)
                let answer = try await database.callOne(
                    RotateEndpointSecret(
                        endpointID: id, sealed: sealed, isAtOnce: asked.atOnce,
                        actor: actor.name, idempotencyKey: asked.idempotency?.key,
                        requestDigest: asked.idempotency?.requestDigest),
                    in: tenant)
                return .created(answer) { json in
                    json.name("secret")
                    json.string(secret.text)
                }
            })
    }
}
