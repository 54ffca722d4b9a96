import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// How far an end user has used everything that the catalog limits.
    static func getMyLimits(_ database: Database) -> Route {
        Route(
            "getMyLimits", .get, "/v1/me/limits",
            .endUser { request, me in
                try await .limits(of: me.appUserID, in: me.tenant, database, request)
            })
    }
}
