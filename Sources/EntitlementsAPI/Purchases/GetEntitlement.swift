import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns one entitlement of an app user, by its name in the catalog.
    static func getEntitlement(_ database: Database) -> Route {
        Route(
            "getEntitlement", .get, "/v1/users/{app_user_id}/entitlements/{entitlement_id}",
            .read { request, tenant in
                try await .entitlement(
                    try request.pathParameter(1), of: try request.appUserID(), in: tenant,
                    database, request)
            })
    }
}

extension Response {
    /// Answers with one entitlement of an app user, as of the request's `as_of`.
    static func entitlement(
        _ entitlementID: String, of appUserID: AppUserID, in tenant: TenantID,
        _ database: Database, _ request: APIRequest
    ) async throws -> Response {
        let lookup = try Lookup(request)
        let row = try await database.callOne(
            GetEntitlement(
                appUserID: appUserID, entitlementID: entitlementID,
                environment: lookup.environment, asOf: lookup.asOf),
            in: tenant)
        return lookup.response(about: appUserID, row)
    }
}
