import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Makes another member the owner of the household that the end user owns.
    static func transferMyHousehold(_ database: Database) -> Route {
        Route(
            "transferMyHousehold", .post, "/v1/me/household/owner",
            .endUser { request, me in
                try request.expectNoQuery()
                try me.requireIdentified()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "", allowing: ["app_user_id"])
                let member = fields.appUserID("app_user_id")
                try fields.finish()
                return .answer(
                    try await database.callOne(
                        TransferMyHousehold(appUserID: me.appUserID, memberAppUserID: member),
                        in: me.tenant))
            })
    }
}
