import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Revokes an invite to the household that the end user owns.
    static func revokeMyHouseholdInvite(_ database: Database) -> Route {
        Route(
            "revokeMyHouseholdInvite", .delete, "/v1/me/household/invites/{invite_id}",
            fixes: [
                .inviteNotFound: "Read the household: it lists its open invites."
            ],
            .endUser { request, me in
                try request.expectNoQuery()
                try me.requireIdentified()
                _ = try await database.call(
                    RevokeMyHouseholdInvite(
                        appUserID: me.appUserID, inviteID: try request.uuid(0)),
                    in: me.tenant)
                return Response(status: .noContent)
            })
    }
}
