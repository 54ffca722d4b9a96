import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Revokes a grant: its access ends now.
    static func revokeGrant(_ database: Database) -> Route {
        Route(
            "revokeGrant", .delete, "/v1/users/{app_user_id}/grants/{grant_id}",
            .secretWithActor { request, tenant, actor in
                let query = try request.query(allowing: ["reason"])
                let reason = query["reason"] ?? "revoked"
                guard 1...2_000 ~= reason.utf8.count else {
                    throw query.problem("reason", "Expected 1 to 2000 bytes.")
                }
                return .answer(
                    try await database.callOne(
                        RevokeGrant(
                            appUserID: try request.appUserID(), grantID: try request.uuid(1),
                            actor: actor.name, reason: reason),
                        in: tenant))
            })
    }
}
