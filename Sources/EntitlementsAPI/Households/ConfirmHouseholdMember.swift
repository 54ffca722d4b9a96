import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Makes an app user who redeemed an invite a member, as the owner's confirmation.
    static func confirmHouseholdMember(_ database: Database) -> Route {
        Route(
            "confirmHouseholdMember", .post,
            "/v1/households/{household_id}/members/{app_user_id}/confirm",
            me: "confirmMyHouseholdMember", "/v1/me/household/members/{app_user_id}/confirm"
        ) { request, household in
            try request.expectNoQuery()
            try household.requireIdentified()
            return .answer(
                try await database.callOne(
                    ConfirmHouseholdMember(
                        householdID: household.householdID, appUserID: try request.appUserID(),
                        ownerAppUserID: household.owner?.appUserID),
                    in: household.tenant))
        }
    }
}
