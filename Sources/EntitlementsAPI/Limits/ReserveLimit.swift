import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Reserves a part of a limit until it is confirmed, released or expired.
    static func reserveLimit(_ intake: RequestIntake<UseLimits>) -> Route {
        Route(
            "reserveLimit", .post, "/v1/users/{app_user_id}/limits/{limit_id}/reserve",
            .secret { request, tenant in
                let asked = try await ReserveLimitRequest(reading: request)
                return try await .ofUse(refusing: asked.refuse) {
                    try await intake.answer(
                        .init(
                            appUserID: asked.appUserID, limitID: asked.limitID,
                            amount: asked.amount,
                            reference: asked.reference ?? asked.idempotency?.key,
                            expiresInSeconds: asked.expiresInSeconds),
                        of: tenant, in: asked.environment)
                }
            })
    }
}
