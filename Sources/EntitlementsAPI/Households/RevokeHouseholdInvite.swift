import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Revokes an invite; an app user who waits for the owner's confirmation is rejected.
    static func revokeHouseholdInvite(_ database: Database) -> Route {
        Route(
            "revokeHouseholdInvite", .delete, "/v1/households/{household_id}/invites/{invite_id}",
            fixes: [
                .inviteNotFound: "Read the household: it lists its open invites."
            ],
            .secret { request, tenant in
                try request.expectNoQuery()
                _ = try await database.call(
                    RevokeHouseholdInvite(
                        householdID: try request.householdID(), inviteID: try request.uuid(1)),
                    in: tenant)
                return Response(status: .noContent)
            })
    }
}
