import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns the end user's usage of each limit.
    static func getMyLimits(_ database: Database) -> Route {
        Route(
            "getMyLimits", .get, "/v1/me/limits",
            .endUser { request, me in
                try await .limits(of: me.appUserID, in: me.tenant, database, request)
            })
    }
}
