import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Ends a household, for all of its members at once.
    static func dissolveHousehold(_ database: Database) -> Route {
        Route(
            "dissolveHousehold", .delete, "/v1/households/{household_id}",
            .secret { request, tenant in
                try request.expectNoQuery()
                _ = try await database.call(
                    DissolveHousehold(householdID: try request.uuid(0)), in: tenant)
                return Response(status: .noContent)
            })
    }
}
