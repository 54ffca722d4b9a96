import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Spends an app user's credits, once for each reference.
    static func spendCredit(_ intake: RequestIntake<SpendCredits>) -> Route {
        Route(
            "spendCredit", .post, "/v1/users/{app_user_id}/credits/{credit_id}/spend",
            .secret { request, tenant in
                let environment = try request.environment()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "", allowing: ["reference"],
                    nullable: ["amount"])
                let amount = fields.integer("amount", in: Use.amountRange, default: 1)
                let reference = fields.text("reference", bytes: Use.referenceBytesRange)
                try fields.finish()
                return .answer(
                    try await intake.answer(
                        .init(
                            appUserID: try request.appUserID(),
                            creditID: try request.pathParameter(1), amount: amount,
                            reference: reference),
                        of: tenant, in: environment))
            })
    }
}
