import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Puts a notice away for an app user.
    static func dismissNotice(_ database: Database) -> Route {
        Route(
            "dismissNotice", .post, "/v1/users/{app_user_id}/notices/{notice_id}/dismiss",
            .secret { request, tenant in
                try await .dismissed(
                    try request.pathParameter(1), by: try request.appUserID(), in: tenant,
                    database, request)
            })
    }
}
