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
            let lookup = try Lookup(request, of: subject)
            let name = try request.pathParameter(0)
            let answer =
                if let recall = lookup.recall("feature", name, of: subject) {
                    try await database.callOne(recall, in: subject.tenant)
                } else {
                    try await database.callOne(
                        GetFeature(
                            appUserID: subject.appUserID, featureID: name,
                            environment: lookup.environment, asOf: lookup.asOf),
                        in: subject.tenant)
                }
            return lookup.response(about: subject.appUserID, answer)
        }
    }
}
