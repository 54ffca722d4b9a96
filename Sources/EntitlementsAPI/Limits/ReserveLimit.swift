import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Reserves a part of a limit until it is confirmed, released or expired.
    static func reserveLimit(_ intake: RequestIntake<UseLimits>) -> Route {
        Route(
            "reserveLimit", .post, "/v1/users/{app_user_id}/limits/{limit_id}/reserve",
            .secret { request, tenant in
                let asked = try AskedUse(request)
                var fields = BodyFields(
                    try await request.jsonBody(), at: "",
                    nullable: ["amount", "reference", "expires_in_seconds"])
                let use = try Use(from: &fields, of: request)
                let seconds = fields.integer(
                    "expires_in_seconds", in: reservationSecondsRange,
                    default: usualReservationSeconds)
                try fields.finish()
                return try await asked.response {
                    try await intake.answer(
                        .init(
                            appUserID: try request.appUserID(),
                            limitID: try request.pathParameter(1), amount: use.amount,
                            reference: use.reference, expiresInSeconds: seconds),
                        of: tenant, in: asked.environment)
                }
            })
    }

    private static let usualReservationSeconds: Int32 = 900
    private static let reservationSecondsRange: ClosedRange<Int32> = 1...86_400
}
