import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Creates an app user; shows an anonymous app user's device secret once.
    static func createAppUser(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "createAppUser", .post, "/v1/users",
            .secret { request, tenant in
                try request.expectNoQuery()
                try request.expectJSON()
                let body = try await request.bodyBytes()
                let idempotency = try Idempotency(of: request, body: body)
                var fields = BodyFields(
                    try JSONParser.parse(body), at: "", allowing: ["kind"],
                    nullable: ["app_user_id"])
                let kind = fields.word("kind", of: ["anonymous", "identified"])
                let appUserID = fields.optionalAppUserID("app_user_id")
                try fields.finish()
                let secret =
                    kind == "anonymous"
                    ? codes.code(
                        .deviceSecret, for: appUserID?.rawValue ?? "", of: tenant,
                        idempotencyKey: idempotency?.key) : nil
                let answer = try await database.callOne(
                    CreateAppUser(
                        appUserID: appUserID, kind: kind, secretDigest: secret?.digest,
                        idempotencyKey: idempotency?.key,
                        requestDigest: idempotency?.requestDigest),
                    in: tenant)
                return .created(answer) { json in
                    guard let secret else { return }
                    json.name("device_secret")
                    json.string(secret.text)
                }
            })
    }
}
