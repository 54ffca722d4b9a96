import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Creates a key of the tenant, and shows it once.
    ///
    /// A key of the installation is created at the machine only.
    static func createAPIKey(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "createAPIKey", .post, "/v1/admin/keys",
            .secretWithActor { request, tenant, actor in
                let asked = try await CreateAPIKeyRequest(reading: request)
                let kind = APIKey.Kind(rawValue: asked.kind) ?? .read
                let key = codes.apiKey(kind, of: tenant, idempotencyKey: asked.idempotency?.key)
                try await database.callOne(
                    CreateAPIKey(
                        keyID: key.keyID, kind: asked.kind, digest: key.digest, actor: actor.name,
                        name: asked.name),
                    in: tenant)
                return .json(status: .created) { json in
                    json.name("key_id")
                    json.string(key.keyID)
                    json.name("kind")
                    json.string(asked.kind)
                    json.name("name")
                    json.stringOrNull(asked.name)
                    json.name("key")
                    json.string(key.text)
                }
            })
    }
}
