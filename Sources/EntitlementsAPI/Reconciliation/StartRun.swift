import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Starts to read app users from RevenueCat: one, those at risk, or all.
    static func startRun(_ database: Database) -> Route {
        Route(
            "startRun", .post, "/v1/admin/reconcile",
            .secret { request, tenant in
                let asked = try await StartRunRequest(reading: request)
                return .answer(
                    try await database.callOne(
                        StartRun(
                            scope: asked.scope, appUserID: asked.appUserID, isDryRun: asked.dryRun,
                            stopAtLostPercent: asked.stopAtLostPercent),
                        in: tenant),
                    status: .accepted)
            })
    }
}

extension StartRunRequest {
    func check(_ fields: inout BodyFields) {
        if scope == "user", appUserID == nil {
            fields.note("app_user_id", "The field is missing. The scope `user` needs it.")
        } else if scope != "user", appUserID != nil {
            fields.note("app_user_id", "It is not allowed here.")
        }
    }
}
