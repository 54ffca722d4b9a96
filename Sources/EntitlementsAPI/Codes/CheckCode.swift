import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns what a code would give an app user.
    static func checkCode(_ database: Database) -> Route {
        Route(
            "checkCode", .get, "/v1/users/{app_user_id}/codes/check",
            me: "checkMyCode", "/v1/me/codes/check", key: .secret
        ) { request, subject in
            let asked = try CheckCodeRequest(reading: request)
            let call = CheckCode(
                appUserID: subject.appUserID, codeDigest: PromoCode.digest(of: asked.code),
                issuer: subject.actor.issuer)
            return .answer(try await database.callOne(call, in: subject.tenant).outcome.get())
        }
    }
}
