import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns an app user's ids, purchases and grants, in both environments.
    static func getAppUser(_ database: Database) -> Route {
        Route(
            "getAppUser", .get, "/v1/users/{app_user_id}",
            .read { request, tenant in
                let asked = try GetAppUserRequest(reading: request)
                let call = GetAppUser(appUserID: asked.appUserID, asOf: asked.asOf)
                let row = try await database.call(call, in: tenant).first
                return try .appUser(asked.appUserID, row.map { ($0.asOf, [$0.json]) })
            })
    }
}

extension Response {
    /// Answers with an app user: the id that was asked for, the moment, and the members of objects.
    ///
    /// Throws `app_user_not_found` if nothing was found.
    static func appUser(
        _ id: AppUserID, _ found: (asOf: Timestamp, objects: [[UInt8]])?
    ) throws -> Response {
        guard let found else {
            throw Failure(.appUserNotFound, "The tenant has no app user with this id.")
        }
        return .json { json in
            json.name("app_user_id")
            json.string(id.rawValue)
            json.name("as_of")
            json.timestamp(found.asOf)
            for object in found.objects { json.members(ofJSON: object) }
        }
    }
}
