import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns the end user's ids, purchases and grants, in both environments.
    static func getMe(_ database: Database) -> Route {
        Route(
            "getMe", .get, "/v1/me",
            .endUser { request, me in
                try await .appUser(me.appUserID, of: me.tenant, database, request)
            })
    }
}
