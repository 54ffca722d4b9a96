import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Revokes a grant: its access ends now.
    static func revokeGrant(_ database: Database) -> Route {
        Route(
            "revokeGrant", .delete, "/v1/users/{app_user_id}/grants/{grant_id}",
            .secretWithActor { request, tenant, actor in
                let asked = try RevokeGrantRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        RevokeGrant(
                            appUserID: asked.appUserID, grantID: asked.grantID,
                            actor: actor.name, reason: asked.reason),
                        in: tenant))
            })
    }
}
