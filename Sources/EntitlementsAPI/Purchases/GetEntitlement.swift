import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns one entitlement of an app user, by its name in the catalog.
    static func getEntitlement(_ database: Database) -> Route {
        Route(
            "getEntitlement", .get, "/v1/users/{app_user_id}/entitlements/{entitlement_id}",
            me: "getMyEntitlement", "/v1/me/entitlements/{entitlement_id}", key: .read
        ) { request, subject in
            let lookup = try Lookup(request)
            let row = try await database.callOne(
                GetEntitlement(
                    appUserID: subject.appUserID, entitlementID: try request.pathParameter(0),
                    environment: lookup.environment, asOf: lookup.asOf),
                in: subject.tenant)
            return lookup.response(about: subject.appUserID, row)
        }
    }
}
