import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// How much an end user has left of everything that is bought to be used up.
    static func getMyCredits(_ database: Database) -> Route {
        Route(
            "getMyCredits", .get, "/v1/me/credits",
            .endUser { request, me in
                try await .credits(of: me.appUserID, in: me.tenant, database, request)
            })
    }
}
