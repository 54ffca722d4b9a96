import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Gives an app user credits, or takes some, once for each reference.
    static func adjustCredit(_ database: Database) -> Route {
        Route(
            "adjustCredit", .post, "/v1/users/{app_user_id}/credits/{credit_id}/adjust",
            .secretWithActor { request, tenant, actor in
                let asked = try await AdjustCreditRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        AdjustCredit(
                            appUserID: asked.appUserID,
                            creditID: asked.creditID, amount: asked.amount,
                            reference: asked.reference, reason: asked.reason, actor: actor.name,
                            environment: asked.environment),
                        in: tenant))
            })
    }
}

extension AdjustCreditRequest {
    func check(_ fields: inout BodyFields) {
        if amount == 0 { fields.note("amount", "Expected a whole number other than 0.") }
    }
}
