import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Answers whether an app user may use a feature, and which entitlement decides.
    static func getFeature(_ database: Database) -> Route {
        Route(
            "getFeature", .get, "/v1/users/{app_user_id}/features/{feature_id}",
            .read { request, tenant in
                try await .feature(
                    try request.pathParameter(1), of: try request.appUserID(), in: tenant,
                    database, request)
            })
    }
}

extension Response {
    /// Answers with a feature of an app user, as of the request's `as_of`.
    static func feature(
        _ featureID: String, of appUserID: AppUserID, in tenant: TenantID,
        _ database: Database, _ request: APIRequest
    ) async throws -> Response {
        let lookup = try Lookup(request)
        let row = try await database.callOne(
            GetFeature(
                appUserID: appUserID, featureID: featureID,
                environment: lookup.environment, asOf: lookup.asOf),
            in: tenant)
        return lookup.response(about: appUserID, row)
    }
}
