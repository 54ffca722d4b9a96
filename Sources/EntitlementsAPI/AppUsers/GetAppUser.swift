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
                guard let row = try await database.call(call, in: tenant).first else {
                    throw Failure(.appUserNotFound, "The tenant has no app user with this id.")
                }
                return .json { json in
                    json.name("app_user_id")
                    json.string(asked.appUserID.rawValue)
                    json.name("as_of")
                    json.timestamp(row.asOf)
                    json.members(ofJSON: row.json)
                }
            })
    }
}
