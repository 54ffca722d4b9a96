import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns the end user's referral code, and how many it brought.
    static func getMyReferral(_ database: Database, _ codes: SecretCodes) -> Route {
        Route(
            "getMyReferral", .get, "/v1/me/referral",
            .endUser { request, me in
                try await .referral(of: me.appUserID, in: me.tenant, database, codes, request)
            })
    }
}
