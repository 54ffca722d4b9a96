import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns one entitlement of the end user, by its name in the catalog.
    static func getMyEntitlement(_ database: Database) -> Route {
        Route(
            "getMyEntitlement", .get, "/v1/me/entitlements/{entitlement_id}",
            .endUser { request, me in
                try await .entitlement(
                    try request.pathParameter(0), of: me.appUserID, in: me.tenant, database, request
                )
            })
    }
}
