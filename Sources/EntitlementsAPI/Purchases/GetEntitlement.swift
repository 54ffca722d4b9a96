import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// One entitlement of a person, by its name in the catalog.
    static func getEntitlement(_ database: Database) -> Route {
        Route(
            "getEntitlement", .get, "/v1/users/{app_user_id}/entitlements/{entitlement_id}",
            .read { request, tenant in
                let appUserID = try request.appUserID()
                let lookup = try Lookup(request)
                let row = try await database.callOne(
                    GetEntitlement(
                        appUserID: appUserID.rawValue, entitlementID: try request.pathParameter(1),
                        environment: lookup.environment, asOf: lookup.asOf),
                    in: tenant)
                return lookup.response(about: appUserID, row)
            })
    }
}
