import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Cancels a credit order, so that no later purchase is spent on it.
    static func cancelCreditOrder(_ database: Database) -> Route {
        Route(
            "cancelCreditOrder", .delete,
            "/v1/users/{app_user_id}/credits/{credit_id}/orders/{reference}",
            .secret { request, tenant in
                let asked = try CancelCreditOrderRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        CancelCreditOrder(
                            appUserID: asked.appUserID,
                            creditID: asked.creditID,
                            reference: asked.reference,
                            environment: asked.environment),
                        in: tenant))
            })
    }
}
