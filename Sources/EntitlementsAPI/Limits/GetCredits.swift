import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns an app user's balance of each credit.
    static func getCredits(_ database: Database) -> Route {
        Route(
            "getCredits", .get, "/v1/users/{app_user_id}/credits",
            .read { request, tenant in
                try await .credits(of: try request.appUserID(), in: tenant, database, request)
            })
    }
}

extension Response {
    /// Answers with an app user's present credits in the request's environment.
    static func credits(
        of appUserID: AppUserID, in tenant: TenantID, _ database: Database,
        _ request: APIRequest
    ) async throws -> Response {
        .answer(
            try await database.callOne(
                GetCredits(
                    appUserID: appUserID, environment: try request.environment()),
                in: tenant))
    }
}
