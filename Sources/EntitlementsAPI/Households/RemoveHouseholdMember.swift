import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Ends a membership: the member leaves, or is removed.
    static func removeHouseholdMember(_ database: Database) -> Route {
        Route(
            "removeHouseholdMember", .delete,
            "/v1/households/{household_id}/members/{app_user_id}",
            .secret { request, tenant in
                let reason = try request.query(allowing: ["reason"])
                    .word("reason", of: ["left", "removed"])
                _ = try await database.call(
                    RemoveHouseholdMember(
                        householdID: try request.householdID(),
                        appUserID: try request.appUserID(1), because: reason ?? "left"),
                    in: tenant)
                return Response(status: .noContent)
            })
    }
}
