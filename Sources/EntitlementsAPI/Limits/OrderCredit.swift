import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Orders something on which the next purchase of a credit is spent.
    static func orderCredit(_ database: Database) -> Route {
        Route(
            "orderCredit", .post, "/v1/users/{app_user_id}/credits/{credit_id}/orders",
            .secret { request, tenant in
                let environment = try request.environment()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "", allowing: ["reference"])
                let reference = fields.text("reference", bytes: Use.referenceBytesRange)
                try fields.finish()
                return .answer(
                    try await database.callOne(
                        OrderCredit(
                            appUserID: try request.appUserID(),
                            creditID: try request.pathParameter(1), reference: reference,
                            environment: environment),
                        in: tenant))
            })
    }
}
