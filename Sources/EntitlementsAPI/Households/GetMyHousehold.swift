import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns the end user's present household, with its invites if they own it.
    static func getMyHousehold(_ database: Database) -> Route {
        Route(
            "getMyHousehold", .get, "/v1/me/household",
            .endUser { request, me in
                try request.expectNoQuery()
                let call = GetMyHousehold(appUserID: me.appUserID)
                guard let row = try await database.call(call, in: me.tenant).first else {
                    throw Failure(.householdNotFound, "The app user is not in a household.")
                }
                return .answer(row)
            })
    }
}
