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
                let row = try await database.call(call, in: tenant).first
                return try .appUser(
                    asked.appUserID, row.map { ($0.answeredAsOf, [$0.answer, $0.profile]) })
            })
    }
}
