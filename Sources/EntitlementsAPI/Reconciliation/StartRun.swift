import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Starts to read app users from RevenueCat: one, those at risk, or all.
    static func startRun(_ database: Database) -> Route {
        Route(
            "startRun", .post, "/v1/admin/reconcile",
            .secret { request, tenant in
                try request.expectNoQuery()
                try request.expectJSON()
                var fields = BodyFields(
                    try JSONParser.parse(try await request.bodyBytes()), at: "",
                    allowing: ["scope", "app_user_id", "dry_run", "stop_at_lost_percent"])
                let scope = fields.word("scope", of: ["user", "due", "all"])
                let appUserID = fields.appUserID("app_user_id", if: scope == "user")
                let isDryRun = fields.flag("dry_run")
                let percent = fields.integer(
                    "stop_at_lost_percent", in: 1...100, default: StartRun.usualLostPercent)
                try fields.finish()
                return .answer(
                    try await database.callOne(
                        StartRun(
                            scope: scope, appUserID: appUserID, isDryRun: isDryRun,
                            stopAtLostPercent: percent),
                        in: tenant),
                    status: .accepted)
            })
    }
}
