import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns an app user's referral code, and how many it brought; without one, they get a code.
    static func getReferral(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "getReferral", .get, "/v1/users/{app_user_id}/referral",
            me: "getMyReferral", "/v1/me/referral", key: .secret
        ) { request, subject in
            try request.expectNoQuery()
            // A second candidate, in case that another app user has the first.
            let candidates = (0..<2).map { _ in
                ReferralCode(bytes: codes.randomBytes(ReferralCode.byteCount))
            }
            return .answer(
                try await database.callOne(
                    GetReferral(appUserID: subject.appUserID, candidates: candidates),
                    in: subject.tenant))
        }
    }
}
