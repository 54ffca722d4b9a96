import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns what a code would give an app user.
    static func checkCode(_ database: Database) -> Route {
        Route(
            "checkCode", .get, "/v1/users/{app_user_id}/codes/check",
            me: "checkMyCode", "/v1/me/codes/check", key: .secret
        ) { request, subject in
            let query = try request.query(allowing: ["code"])
            let range = PresentedCode.bytesRange
            guard let code = query["code"], range.contains(code.utf8.count) else {
                throw query.problem(
                    "code", "Expected \(range.lowerBound) to \(range.upperBound) bytes.")
            }
            let call = CheckCode(
                appUserID: subject.appUserID, codeDigest: PromoCode.digest(of: code),
                issuer: subject.actor.issuer)
            return .answer(try await database.callOne(call, in: subject.tenant).outcome.get())
        }
    }
}
