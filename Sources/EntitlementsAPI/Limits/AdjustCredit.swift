import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Gives an app user credits, or takes some, once for each reference.
    static func adjustCredit(_ database: Database) -> Route {
        Route(
            "adjustCredit", .post, "/v1/users/{app_user_id}/credits/{credit_id}/adjust",
            .secretWithActor { request, tenant, actor in
                let environment = try request.environment()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "",
                    allowing: ["amount", "reference", "reason"])
                let amount = fields.integer("amount", in: -1_000_000...1_000_000, default: 0)
                if amount == 0, fields.problems.isEmpty {
                    fields.note("amount", "Expected a whole number other than 0.")
                }
                let reference = fields.text("reference", bytes: Use.referenceBytesRange)
                let reason = fields.text("reason", bytes: 1...2_000)
                try fields.finish()
                return .answer(
                    try await database.callOne(
                        AdjustCredit(
                            appUserID: try request.appUserID(),
                            creditID: try request.pathParameter(1), amount: amount,
                            reference: reference, reason: reason, actor: actor.name,
                            environment: environment),
                        in: tenant))
            })
    }
}
