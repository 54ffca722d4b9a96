import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns all that a start screen shows the end user, also one that Hearth has never seen.
    static func getMe(_ database: Database) -> Route {
        Route(
            "getMe", .get, "/v1/me",
            .endUser { request, me in
                let asked = try GetMeRequest(reading: request)
                let lookup = Lookup(
                    request, asOf: asked.asOf, environment: asked.environment)
                let row = try await database.callOne(
                    GetMe(
                        appUserID: me.appUserID, isAnonymous: me.isAnonymous,
                        environment: lookup.environment, asOf: lookup.asOf),
                    in: me.tenant)
                return lookup.response(about: me.appUserID, row)
            })
    }
}
