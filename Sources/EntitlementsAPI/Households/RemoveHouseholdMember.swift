import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Ends a membership: the member leaves, or is removed.
    static func removeHouseholdMember(_ database: Database) -> Route {
        Route(
            "removeHouseholdMember", .delete,
            "/v1/households/{household_id}/members/{app_user_id}",
            me: "removeMyHouseholdMember", "/v1/me/household/members/{app_user_id}"
        ) { request, household in
            // An end user leaves by another route, so the owner only removes.
            let asked = try RemoveHouseholdMemberRequest(
                reading: request, byEndUser: household.owner != nil)
            try household.requireIdentified()
            _ = try await database.call(
                RemoveHouseholdMember(
                    householdID: household.householdID, appUserID: asked.appUserID,
                    because: household.owner == nil ? asked.reason : "removed",
                    ownerAppUserID: household.owner?.appUserID),
                in: household.tenant)
            return Response(status: .noContent)
        }
    }
}
