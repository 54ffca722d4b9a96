import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Redeems a code for an app user.
    static func redeemCode(_ database: Database) -> Route {
        Route(
            "redeemCode", .post, "/v1/users/{app_user_id}/codes/redeem",
            me: "redeemMyCode", "/v1/me/codes/redeem", key: .secret
        ) { request, subject in
            try request.expectNoQuery()
            try request.expectJSON()
            let body = try await request.bodyBytes()
            let idempotency = try Idempotency(of: request, body: body)
            var fields = BodyFields(try JSONParser.parse(body), at: "", allowing: ["code"])
            let code = fields.text("code", bytes: PresentedCode.bytesRange)
            try fields.finish()
            let call = RedeemCode(
                appUserID: subject.appUserID, codeDigest: PromoCode.digest(of: code),
                idempotencyKey: idempotency?.key, actor: subject.actor.name,
                issuer: subject.actor.issuer)
            return .answer(try await database.callOne(call, in: subject.tenant).outcome.get())
        }
    }
}

/// A code as a person typed it.
enum PresentedCode {
    static let bytesRange = 1...200
}
