import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns one entitlement of an app user, by its name in the catalog.
    static func getEntitlement(_ database: Database) -> Route {
        Route(
            "getEntitlement", .get, "/v1/users/{app_user_id}/entitlements/{entitlement_id}",
            me: "getMyEntitlement", "/v1/me/entitlements/{entitlement_id}", key: .read
        ) { request, subject in
            let asked = try GetEntitlementRequest(
                reading: request, byEndUser: subject.endUser != nil)
            let lookup = try Lookup(
                request, of: subject, asOf: asked.asOf, knownAt: asked.knownAt,
                environment: asked.environment)
            let answer =
                if let recall = lookup.recall("entitlement", asked.entitlementID, of: subject) {
                    try await database.callOne(recall, in: subject.tenant)
                } else {
                    try await database.callOne(
                        GetEntitlement(
                            appUserID: subject.appUserID, entitlementID: asked.entitlementID,
                            environment: lookup.environment, asOf: lookup.asOf),
                        in: subject.tenant)
                }
            return lookup.response(about: subject.appUserID, answer)
        }
    }
}
