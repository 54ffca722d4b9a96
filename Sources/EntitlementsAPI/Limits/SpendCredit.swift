import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Spends an app user's credits, once for each reference.
    static func spendCredit(_ intake: RequestIntake<SpendCredits>) -> Route {
        Route(
            "spendCredit", .post, "/v1/users/{app_user_id}/credits/{credit_id}/spend",
            .secret { request, tenant in
                let asked = try await SpendCreditRequest(reading: request)
                return .answer(
                    try await intake.answer(
                        .init(
                            appUserID: asked.appUserID,
                            creditID: asked.creditID, amount: asked.amount,
                            reference: asked.reference),
                        of: tenant, in: asked.environment))
            })
    }
}
