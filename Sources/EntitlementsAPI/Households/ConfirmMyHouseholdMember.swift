import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Makes an app user a member who redeemed an invite to the household that the end user owns.
    static func confirmMyHouseholdMember(_ database: Database) -> Route {
        Route(
            "confirmMyHouseholdMember", .post,
            "/v1/me/household/members/{app_user_id}/confirm",
            .endUser { request, me in
                try request.expectNoQuery()
                try me.requireIdentified()
                return .answer(
                    try await database.callOne(
                        ConfirmMyHouseholdMember(
                            appUserID: me.appUserID, memberAppUserID: try request.appUserID()),
                        in: me.tenant))
            })
    }
}
