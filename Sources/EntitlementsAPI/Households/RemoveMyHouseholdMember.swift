import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Removes a member from the household that the end user owns.
    static func removeMyHouseholdMember(_ database: Database) -> Route {
        Route(
            "removeMyHouseholdMember", .delete, "/v1/me/household/members/{app_user_id}",
            .endUser { request, me in
                try request.expectNoQuery()
                try me.requireIdentified()
                _ = try await database.call(
                    RemoveMyHouseholdMember(
                        appUserID: me.appUserID, memberAppUserID: try request.appUserID()),
                    in: me.tenant)
                return Response(status: .noContent)
            })
    }
}
