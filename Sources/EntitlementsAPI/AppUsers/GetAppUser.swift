import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns an app user's ids, purchases and grants, in both environments.
    static func getAppUser(_ database: Database) -> Route {
        Route(
            "getAppUser", .get, "/v1/users/{app_user_id}",
            .read { request, tenant in
                try await .appUser(try request.appUserID(), of: tenant, database, request)
            })
    }
}

extension Response {
    /// Answers with an app user, as of the request's `as_of`.
    static func appUser(
        _ appUserID: AppUserID, of tenant: TenantID, _ database: Database, _ request: APIRequest
    ) async throws -> Response {
        let asOf = try request.query(allowing: ["as_of"]).timestamp("as_of")
        let call = GetAppUser(appUserID: appUserID, asOf: asOf)
        guard let row = try await database.call(call, in: tenant).first else {
            throw Failure(.appUserNotFound, "The tenant has no app user with this id.")
        }
        return .json { json in
            json.name("app_user_id")
            json.string(appUserID.rawValue)
            json.name("as_of")
            json.timestamp(row.asOf)
            json.members(ofJSON: row.json)
        }
    }
}
