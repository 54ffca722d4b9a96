import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Puts a notice away for an app user.
    static func dismissNotice(_ database: Database) -> Route {
        Route(
            "dismissNotice", .post, "/v1/users/{app_user_id}/notices/{notice_id}/dismiss",
            me: "dismissMyNotice", "/v1/me/notices/{notice_id}/dismiss", key: .secret
        ) { request, subject in
            let asked = try DismissNoticeRequest(reading: request)
            _ = try await request.bodyWithoutFields()
            _ = try await database.call(
                DismissNotice(
                    appUserID: subject.appUserID, noticeID: asked.noticeID,
                    environment: asked.environment),
                in: subject.tenant)
            return Response(status: .noContent)
        }
    }
}
