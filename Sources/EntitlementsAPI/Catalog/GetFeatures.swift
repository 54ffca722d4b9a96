import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns every feature: whether an app user may use it, and what unlocks it.
    static func getFeatures(_ database: Database) -> Route {
        Route(
            "getFeatures", .get, "/v1/users/{app_user_id}/features",
            me: "getMyFeatures", "/v1/me/features", key: .read
        ) { request, subject in
            let asked = try GetFeaturesRequest(
                reading: request, byEndUser: subject.endUser != nil)
            let lookup = try Lookup(
                request, of: subject, asOf: asked.asOf, knownAt: asked.knownAt,
                environment: asked.environment)
            let answer =
                if let recall = lookup.recall("features", of: subject) {
                    try await database.callOne(recall, in: subject.tenant)
                } else {
                    try await database.callOne(
                        GetFeatures(
                            appUserID: subject.appUserID, environment: lookup.environment,
                            asOf: lookup.asOf),
                        in: subject.tenant)
                }
            return lookup.response(about: subject.appUserID, answer)
        }
    }
}
