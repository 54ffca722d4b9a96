import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Dissolves the household that the end user owns.
    static func dissolveMyHousehold(_ database: Database) -> Route {
        Route(
            "dissolveMyHousehold", .delete, "/v1/me/household",
            .endUser { request, me in
                try request.expectNoQuery()
                _ = try await database.call(
                    DissolveMyHousehold(appUserID: me.appUserID), in: me.tenant)
                return Response(status: .noContent)
            })
    }
}
