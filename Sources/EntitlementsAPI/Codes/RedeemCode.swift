import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Redeems a code for an app user.
    static func redeemCode(_ database: Database) -> Route {
        Route(
            "redeemCode", .post, "/v1/users/{app_user_id}/codes/redeem",
            .secretWithActor { request, tenant, actor in
                try await .redeemed(
                    by: try request.appUserID(), in: tenant, actor, database, request)
            })
    }
}

extension Response {
    /// Redeems the code in the request's body.
    static func redeemed(
        by appUserID: AppUserID, in tenant: TenantID, _ actor: Actor, _ database: Database,
        _ request: APIRequest
    ) async throws -> Response {
        try request.expectNoQuery()
        try request.expectJSON()
        let body = try await request.bodyBytes()
        let idempotency = try Idempotency(of: request, body: body)
        var fields = BodyFields(try JSONParser.parse(body), at: "", allowing: ["code"])
        let code = fields.text("code", bytes: PresentedCode.bytesRange)
        try fields.finish()
        let call = RedeemCode(
            appUserID: appUserID, codeDigest: PromoCode.digest(of: code),
            idempotencyKey: idempotency?.key, actor: actor.name, issuer: actor.issuer)
        return .answer(try await database.callOne(call, in: tenant).outcome.get())
    }
}

/// A code as a person typed it.
enum PresentedCode {
    static let bytesRange = 1...200
}
