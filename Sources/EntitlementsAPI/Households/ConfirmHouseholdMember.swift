import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Makes an app user who redeemed an invite a member, as the owner's confirmation.
    static func confirmHouseholdMember(_ database: Database) -> Route {
        Route(
            "confirmHouseholdMember", .post,
            "/v1/households/{household_id}/members/{app_user_id}/confirm",
            .secret { request, tenant in
                try request.expectNoQuery()
                return .answer(
                    try await database.callOne(
                        ConfirmHouseholdMember(
                            householdID: try request.householdID(),
                            appUserID: try request.appUserID(1)),
                        in: tenant))
            })
    }
}
