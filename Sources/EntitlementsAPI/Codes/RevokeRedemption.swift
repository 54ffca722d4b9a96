import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Takes back what one redemption gave.
    static func revokeRedemption(_ database: Database) -> Route {
        Route(
            "revokeRedemption", .post, "/v1/admin/redemptions/{redemption_id}/revoke",
            .secretWithActor { request, tenant, actor in
                let asked = try await RevokeRedemptionRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        RevokeRedemption(
                            redemptionID: asked.redemptionID, actor: actor.name,
                            reason: asked.reason),
                        in: tenant))
            })
    }
}
