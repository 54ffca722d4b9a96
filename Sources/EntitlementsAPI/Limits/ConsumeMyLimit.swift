import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Counts usage of a limit by the end user, if the tenant file allows it.
    static func consumeMyLimit(_ database: Database) -> Route {
        Route(
            "consumeMyLimit", .post, "/v1/me/limits/{limit_id}/consume",
            .endUser { request, me in
                let asked = try await ConsumeMyLimitRequest(reading: request)
                let call = ConsumeMyLimit(
                    appUserID: me.appUserID, limitID: asked.limitID, amount: asked.amount,
                    useReference: asked.reference ?? asked.idempotency?.key,
                    environment: asked.environment)
                return try await .ofUse(refusing: asked.refuse) {
                    try await database.callOne(call, in: me.tenant).outcome.get()
                }
            })
    }
}
