import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Creates a key of the tenant, and shows it once.
    ///
    /// A key of the installation is created at the machine only.
    static func createAPIKey(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "createAPIKey", .post, "/v1/admin/keys",
            .secretWithActor { request, tenant, actor in
                try request.expectNoQuery()
                try request.expectJSON()
                let body = try await request.bodyBytes()
                let idempotency = try Idempotency(of: request, body: body)
                var fields = BodyFields(try JSONParser.parse(body), at: "", allowing: ["kind"])
                let kinds = [APIKey.Kind.secret, .read]
                let word = fields.word("kind", of: kinds.map(\.rawValue))
                try fields.finish()
                let kind = kinds.first { $0.rawValue == word } ?? .read
                let key = codes.apiKey(kind, of: tenant, idempotencyKey: idempotency?.key)
                try await database.callOne(
                    CreateAPIKey(
                        keyID: key.keyID, kind: word, digest: key.digest, actor: actor.name),
                    in: tenant)
                return .json(status: .created) { json in
                    json.name("key_id")
                    json.string(key.keyID)
                    json.name("kind")
                    json.string(word)
                    json.name("key")
                    json.string(key.text)
                }
            })
    }
}
