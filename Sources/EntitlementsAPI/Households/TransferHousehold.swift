import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Transfers a household to another member.
    static func transferHousehold(_ database: Database) -> Route {
        Route(
            "transferHousehold", .post, "/v1/households/{household_id}/owner",
            .secret { request, tenant in
                try request.expectNoQuery()
                var fields = BodyFields(
                    try await request.jsonBody(), at: "", allowing: ["app_user_id"])
                let appUserID = fields.appUserID("app_user_id")
                try fields.finish()
                return .answer(
                    try await database.callOne(
                        TransferHousehold(
                            householdID: try request.householdID(), appUserID: appUserID),
                        in: tenant))
            })
    }
}
