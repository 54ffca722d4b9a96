import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns what an app should show the end user.
    static func getMyNotices(_ database: Database) -> Route {
        Route(
            "getMyNotices", .get, "/v1/me/notices",
            .endUser { request, me in
                try await .notices(of: me.appUserID, in: me.tenant, database, request)
            })
    }
}
