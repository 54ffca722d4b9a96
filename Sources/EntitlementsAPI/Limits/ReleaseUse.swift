import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns a reservation or usage by its reference.
    static func releaseUse(_ database: Database) -> Route {
        Route(
            "releaseUse", .post, "/v1/users/{app_user_id}/limits/{limit_id}/release",
            fixes: [
                .reservationNotFound:
                    "Use the `reference` that the amount was reserved or used with."
            ],
            .secret { request, tenant in
                let asked = try await ReleaseUseRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        ReleaseUse(
                            appUserID: asked.appUserID,
                            limitID: asked.limitID, reference: asked.reference,
                            environment: asked.environment),
                        in: tenant))
            })
    }
}
