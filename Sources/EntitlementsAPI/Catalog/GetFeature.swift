import Entitlements
import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Whether a person may use a feature, and which entitlement decides.
    static func getFeature(_ database: Database) -> Route {
        Route(
            "getFeature", .get, "/v1/users/{app_user_id}/features/{feature_id}",
            .read { request, tenant in
                let appUserID = try request.appUserID()
                let lookup = try Lookup(request)
                let row = try await database.callOne(
                    GetFeature(
                        appUserID: appUserID.rawValue, featureID: try request.pathParameter(1),
                        environment: lookup.environment, asOf: lookup.asOf),
                    in: tenant)
                return lookup.response(about: appUserID, row)
            })
    }
}
