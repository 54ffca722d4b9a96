import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns the end user's balance of each credit.
    static func getMyCredits(_ database: Database) -> Route {
        Route(
            "getMyCredits", .get, "/v1/me/credits",
            .endUser { request, me in
                try await .credits(of: me.appUserID, in: me.tenant, database, request)
            })
    }
}
