import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Ends the end user's membership of their household.
    static func leaveMyHousehold(_ database: Database) -> Route {
        Route(
            "leaveMyHousehold", .post, "/v1/me/household/leave",
            .endUser { request, me in
                try request.expectNoQuery()
                _ = try await request.bodyWithoutFields()
                _ = try await database.call(
                    LeaveMyHousehold(appUserID: me.appUserID), in: me.tenant)
                return Response(status: .noContent)
            })
    }
}
