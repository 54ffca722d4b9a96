import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Puts a notice away for the end user.
    static func dismissMyNotice(_ database: Database) -> Route {
        Route(
            "dismissMyNotice", .post, "/v1/me/notices/{notice_id}/dismiss",
            .endUser { request, me in
                try await .dismissed(
                    try request.pathParameter(0), by: me.appUserID, in: me.tenant, database,
                    request)
            })
    }
}
