import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns every feature: whether an app user may use it, and what unlocks it.
    static func getFeatures(_ database: Database) -> Route {
        Route(
            "getFeatures", .get, "/v1/users/{app_user_id}/features",
            .read { request, tenant in
                try await .features(of: try request.appUserID(), in: tenant, database, request)
            })
    }
}

extension Response {
    /// Answers with all features of an app user, as of the request's `as_of`.
    static func features(
        of appUserID: AppUserID, in tenant: TenantID, _ database: Database, _ request: APIRequest
    ) async throws -> Response {
        let lookup = try Lookup(request)
        let row = try await database.callOne(
            GetFeatures(
                appUserID: appUserID, environment: lookup.environment, asOf: lookup.asOf),
            in: tenant)
        return lookup.response(about: appUserID, row)
    }
}
