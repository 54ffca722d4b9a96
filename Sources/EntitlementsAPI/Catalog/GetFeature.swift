import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Answers whether an app user may use a feature, and which entitlement decides.
    static func getFeature(_ database: Database) -> Route {
        Route(
            "getFeature", .get, "/v1/users/{app_user_id}/features/{feature_id}",
            me: "getMyFeature", "/v1/me/features/{feature_id}", key: .read
        ) { request, subject in
            let asked = try GetFeatureRequest(
                reading: request, byEndUser: subject.endUser != nil)
            let lookup = try Lookup(
                request, of: subject, asOf: asked.asOf, knownAt: asked.knownAt,
                environment: asked.environment)
            let answer =
                if let recall = lookup.recall("feature", asked.featureID, of: subject) {
                    try await database.callOne(recall, in: subject.tenant)
                } else {
                    try await database.callOne(
                        GetFeature(
                            appUserID: subject.appUserID, featureID: asked.featureID,
                            environment: lookup.environment, asOf: lookup.asOf),
                        in: subject.tenant)
                }
            return lookup.response(about: subject.appUserID, answer)
        }
    }
}
