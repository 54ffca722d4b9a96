import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns an app user as support sees them: who they are, and what they paid.
    static func getProfile(_ database: Database) -> Route {
        Route(
            "getProfile", .get, "/v1/admin/users/{app_user_id}",
            .support { request, tenant in
                let asked = try GetProfileRequest(reading: request)
                let call = GetProfile(appUserID: asked.appUserID, asOf: asked.asOf)
                guard let row = try await database.call(call, in: tenant).first else {
                    throw Failure(.appUserNotFound, "The tenant has no app user with this id.")
                }
                return .json { json in
                    json.name("app_user_id")
                    json.string(asked.appUserID.rawValue)
                    json.name("as_of")
                    json.timestamp(row.answeredAsOf)
                    json.members(ofJSON: row.answer)
                    json.members(ofJSON: row.profile)
                }
            })
    }
}
