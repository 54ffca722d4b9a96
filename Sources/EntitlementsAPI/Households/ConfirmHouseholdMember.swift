import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// The owner's word: who redeemed an invite and waits becomes a member.
    static func confirmHouseholdMember(_ database: Database) -> Route {
        Route(
            "confirmHouseholdMember", .post,
            "/v1/households/{household_id}/members/{app_user_id}/confirm",
            .secret { request, tenant in
                try request.expectNoQuery()
                return .answer(
                    try await database.callOne(
                        ConfirmHouseholdMember(
                            householdID: try request.uuid(0),
                            appUserID: try request.appUserID(1).rawValue),
                        in: tenant))
            })
    }
}
