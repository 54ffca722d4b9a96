import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// How much a person has left of everything that is bought to be used up.
    static func getCredits(_ database: Database) -> Route {
        Route(
            "getCredits", .get, "/v1/users/{app_user_id}/credits",
            .read { request, tenant in
                try await .credits(of: try request.appUserID(), in: tenant, database, request)
            })
    }
}

extension Response {
    /// A person's credits in the environment that the request names, as they are now.
    static func credits(
        of appUserID: AppUserID, in tenant: TenantID, _ database: Database,
        _ request: APIRequest
    ) async throws -> Response {
        .answer(
            try await database.callOne(
                GetCredits(
                    appUserID: appUserID.rawValue, environment: try request.environment()),
                in: tenant))
    }
}
