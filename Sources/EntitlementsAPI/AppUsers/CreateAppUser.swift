import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Creates an app user; shows an anonymous app user's device secret once.
    static func createAppUser(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "createAppUser", .post, "/v1/users",
            .secret { request, tenant in
                let asked = try await CreateAppUserRequest(reading: request)
                let secret =
                    asked.kind == "anonymous"
                    ? codes.code(
                        .deviceSecret, for: asked.appUserID?.rawValue ?? "", of: tenant,
                        idempotencyKey: asked.idempotency?.key) : nil
                let answer = try await database.callOne(
                    CreateAppUser(
                        appUserID: asked.appUserID, kind: asked.kind, secretDigest: secret?.digest,
                        idempotencyKey: asked.idempotency?.key,
                        requestDigest: asked.idempotency?.requestDigest),
                    in: tenant)
                return .created(answer) { json in
                    guard let secret else { return }
                    json.name("device_secret")
                    json.string(secret.text)
                }
            })
    }
}
