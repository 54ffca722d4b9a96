import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns what a code would give the end user.
    static func checkMyCode(_ database: Database) -> Route {
        Route(
            "checkMyCode", .get, "/v1/me/codes/check",
            .endUser { request, me in
                try await .checked(
                    for: me.appUserID, in: me.tenant, issuer: me.issuer, database, request)
            })
    }
}
