import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Makes another member the owner of a household.
    static func transferHousehold(_ database: Database) -> Route {
        Route(
            "transferHousehold", .post, "/v1/households/{household_id}/owner",
            me: "transferMyHousehold", "/v1/me/household/owner"
        ) { request, household in
            try request.expectNoQuery()
            try household.requireIdentified()
            var fields = BodyFields(
                try await request.jsonBody(), at: "", allowing: ["app_user_id"])
            let member = fields.appUserID("app_user_id")
            try fields.finish()
            return .answer(
                try await database.callOne(
                    TransferHousehold(
                        householdID: household.householdID, appUserID: member,
                        ownerAppUserID: household.owner?.appUserID),
                    in: household.tenant))
        }
    }
}
