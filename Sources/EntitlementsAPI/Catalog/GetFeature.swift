import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Answers whether an app user may use a feature, and which entitlement decides.
    static func getFeature(_ database: Database) -> Route {
        Route(
            "getFeature", .get, "/v1/users/{app_user_id}/features/{feature_id}",
            me: "getMyFeature", "/v1/me/features/{feature_id}", key: .read
        ) { request, subject in
            let lookup = try Lookup(request)
            let row = try await database.callOne(
                GetFeature(
                    appUserID: subject.appUserID, featureID: try request.pathParameter(0),
                    environment: lookup.environment, asOf: lookup.asOf),
                in: subject.tenant)
            return lookup.response(about: subject.appUserID, row)
        }
    }
}
