import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Returns a reservation or usage by its reference.
    static func releaseUse(_ database: Database) -> Route {
        Route(
            "releaseUse", .post, "/v1/users/{app_user_id}/limits/{limit_id}/release",
            fixes: [
                .reservationNotFound:
                    "Use the `reference` with which the amount was reserved or used."
            ],
            .secret { request, tenant in
                let environment = try request.environment()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "", allowing: ["reference"])
                let reference = fields.text("reference", bytes: Use.referenceBytesRange)
                try fields.finish()
                return .answer(
                    try await database.callOne(
                        ReleaseUse(
                            appUserID: try request.appUserID(),
                            limitID: try request.pathParameter(1), reference: reference,
                            environment: environment),
                        in: tenant))
            })
    }
}
