import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Redeems a code for an app user.
    static func redeemCode(_ database: Database) -> Route {
        Route(
            "redeemCode", .post, "/v1/users/{app_user_id}/codes/redeem",
            me: "redeemMyCode", "/v1/me/codes/redeem", key: .secret
        ) { request, subject in
            let asked = try await RedeemCodeRequest(reading: request)
            let call = RedeemCode(
                appUserID: subject.appUserID, codeDigest: PromoCode.digest(of: asked.code),
                idempotencyKey: asked.idempotency?.key, actor: subject.actor.name,
                issuer: subject.actor.issuer)
            return .answer(try await database.callOne(call, in: subject.tenant).outcome.get())
        }
    }
}
