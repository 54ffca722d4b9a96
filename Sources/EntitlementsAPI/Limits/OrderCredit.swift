import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Orders something on which the next purchase of a credit is spent.
    static func orderCredit(_ database: Database) -> Route {
        Route(
            "orderCredit", .post, "/v1/users/{app_user_id}/credits/{credit_id}/orders",
            .secret { request, tenant in
                let asked = try await OrderCreditRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        OrderCredit(
                            appUserID: asked.appUserID,
                            creditID: asked.creditID, reference: asked.reference,
                            environment: asked.environment),
                        in: tenant))
            })
    }
}
