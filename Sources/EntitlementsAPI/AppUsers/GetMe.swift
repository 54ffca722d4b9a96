import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// An end user: their ids, and what they bought or were granted, in both environments.
    static func getMe(_ database: Database) -> Route {
        Route(
            "getMe", .get, "/v1/me",
            .endUser { request, me in
                try await .appUser(me.appUserID, of: me.tenant, database, request)
            })
    }
}
