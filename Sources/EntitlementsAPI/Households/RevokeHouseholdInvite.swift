import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Revokes an invite; an app user who waits for the owner's confirmation is rejected.
    static func revokeHouseholdInvite(_ database: Database) -> Route {
        Route(
            "revokeHouseholdInvite", .delete, "/v1/households/{household_id}/invites/{invite_id}",
            me: "revokeMyHouseholdInvite", "/v1/me/household/invites/{invite_id}",
            fixes: [
                .inviteNotFound: "Read the household: it lists its open invites."
            ]
        ) { request, household in
            try request.expectNoQuery()
            try household.requireIdentified()
            _ = try await database.call(
                RevokeHouseholdInvite(
                    householdID: household.householdID, inviteID: try request.uuid(0),
                    ownerAppUserID: household.owner?.appUserID),
                in: household.tenant)
            return Response(status: .noContent)
        }
    }
}
