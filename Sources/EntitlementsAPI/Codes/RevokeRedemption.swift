import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Takes back what one redemption gave.
    static func revokeRedemption(_ database: Database) -> Route {
        Route(
            "revokeRedemption", .post, "/v1/admin/redemptions/{redemption_id}/revoke",
            .secretWithActor { request, tenant, actor in
                let redemption = try request.uuid(0)
                try request.expectNoQuery()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "", allowing: ["reason"])
                let reason = fields.text("reason", bytes: 1...2_000)
                try fields.finish()
                return .answer(
                    try await database.callOne(
                        RevokeRedemption(
                            redemptionID: redemption, actor: actor.name, reason: reason),
                        in: tenant))
            })
    }
}
