import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Dissolves a household and ends all memberships.
    static func dissolveHousehold(_ database: Database) -> Route {
        Route(
            "dissolveHousehold", .delete, "/v1/households/{household_id}",
            .secret { request, tenant in
                try request.expectNoQuery()
                _ = try await database.call(
                    DissolveHousehold(householdID: try request.householdID()), in: tenant)
                return Response(status: .noContent)
            })
    }
}
