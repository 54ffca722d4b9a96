import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Answers whether the end user may use a feature, and which entitlement decides.
    static func getMyFeature(_ database: Database) -> Route {
        Route(
            "getMyFeature", .get, "/v1/me/features/{feature_id}",
            .endUser { request, me in
                try await .feature(
                    try request.pathParameter(0), of: me.appUserID, in: me.tenant, database, request
                )
            })
    }
}
