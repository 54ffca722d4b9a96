import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Makes another member the owner of a household.
    static func transferHousehold(_ database: Database) -> Route {
        Route(
            "transferHousehold", .post, "/v1/households/{household_id}/owner",
            me: "transferMyHousehold", "/v1/me/household/owner"
        ) { request, household in
            try household.requireIdentified()
            let asked = try await TransferHouseholdRequest(reading: request)
            return .answer(
                try await database.callOne(
                    TransferHousehold(
                        householdID: household.householdID, appUserID: asked.appUserID,
                        ownerAppUserID: household.owner?.appUserID),
                    in: household.tenant))
        }
    }
}
