import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Counts usage of a limit by the end user, if the tenant file allows it.
    static func consumeMyLimit(_ database: Database) -> Route {
        Route(
            "consumeMyLimit", .post, "/v1/me/limits/{limit_id}/consume",
            .endUser { request, me in
                let asked = try AskedUse(request)
                var fields = BodyFields(
                    try await request.jsonBody(), at: "", nullable: ["amount", "reference"])
                let use = try Use(from: &fields, of: request)
                try fields.finish()
                let call = ConsumeMyLimit(
                    appUserID: me.appUserID, limitID: try request.pathParameter(0),
                    amount: use.amount, useReference: use.reference, environment: asked.environment)
                return try await asked.response {
                    try await database.callOne(call, in: me.tenant).outcome.get()
                }
            })
    }
}
