import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns what an app should show an app user.
    static func getNotices(_ database: Database) -> Route {
        Route(
            "getNotices", .get, "/v1/users/{app_user_id}/notices",
            .read { request, tenant in
                try await .notices(of: try request.appUserID(), in: tenant, database, request)
            })
    }
}

extension Response {
    /// Answers with the present notices of an app user in the request's environment.
    static func notices(
        of appUserID: AppUserID, in tenant: TenantID, _ database: Database,
        _ request: APIRequest
    ) async throws -> Response {
        let call = GetNotices(appUserID: appUserID, environment: try request.environment())
        return .answer(try await database.callOne(call, in: tenant))
    }

    /// Puts the notice with this id away.
    static func dismissed(
        _ noticeID: String, by appUserID: AppUserID, in tenant: TenantID, _ database: Database,
        _ request: APIRequest
    ) async throws -> Response {
        let environment = try request.environment()
        _ = try await request.bodyWithoutFields()
        _ = try await database.call(
            DismissNotice(appUserID: appUserID, noticeID: noticeID, environment: environment),
            in: tenant)
        return Response(status: .noContent)
    }
}
