import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns what an app should show an app user in an environment.
    static func getNotices(_ database: Database) -> Route {
        Route(
            "getNotices", .get, "/v1/users/{app_user_id}/notices",
            me: "getMyNotices", "/v1/me/notices", key: .read
        ) { request, subject in
            let asked = try GetNoticesRequest(reading: request)
            let call = GetNotices(appUserID: subject.appUserID, environment: asked.environment)
            return .answer(try await database.callOne(call, in: subject.tenant))
        }
    }
}
