import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Dissolves a household and ends all memberships.
    static func dissolveHousehold(_ database: Database) -> Route {
        Route(
            "dissolveHousehold", .delete, "/v1/households/{household_id}",
            me: "dissolveMyHousehold", "/v1/me/household"
        ) { request, household in
            try request.expectNoQuery()
            _ = try await database.call(
                DissolveHousehold(
                    householdID: household.householdID,
                    ownerAppUserID: household.owner?.appUserID),
                in: household.tenant)
            return Response(status: .noContent)
        }
    }
}
