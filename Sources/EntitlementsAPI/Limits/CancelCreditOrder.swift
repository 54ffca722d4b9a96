import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Cancels a credit order, so that no later purchase is spent on it.
    static func cancelCreditOrder(_ database: Database) -> Route {
        Route(
            "cancelCreditOrder", .delete,
            "/v1/users/{app_user_id}/credits/{credit_id}/orders/{reference}",
            .secret { request, tenant in
                .answer(
                    try await database.callOne(
                        CancelCreditOrder(
                            appUserID: try request.appUserID(),
                            creditID: try request.pathParameter(1),
                            reference: try request.pathParameter(2),
                            environment: try request.environment()),
                        in: tenant))
            })
    }
}
