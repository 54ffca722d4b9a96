import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns every feature: whether the end user may use it, and what unlocks it.
    static func getMyFeatures(_ database: Database) -> Route {
        Route(
            "getMyFeatures", .get, "/v1/me/features",
            .endUser { request, me in
                try await .features(of: me.appUserID, in: me.tenant, database, request)
            })
    }
}
