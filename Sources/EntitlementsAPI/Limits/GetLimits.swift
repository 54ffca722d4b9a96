import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns an app user's usage of each limit.
    static func getLimits(_ database: Database) -> Route {
        Route(
            "getLimits", .get, "/v1/users/{app_user_id}/limits",
            .read { request, tenant in
                try await .limits(of: try request.appUserID(), in: tenant, database, request)
            })
    }
}

extension Response {
    /// Answers with an app user's present limits in the request's environment.
    static func limits(
        of appUserID: AppUserID, in tenant: TenantID, _ database: Database,
        _ request: APIRequest
    ) async throws -> Response {
        let query = try request.query(allowing: ["environment", "amount"])
        return .answer(
            try await database.callOne(
                GetLimits(
                    appUserID: appUserID,
                    amount: try query.integer("amount", in: Use.amountRange, default: 1),
                    environment: try query.environment()),
                in: tenant))
    }
}
