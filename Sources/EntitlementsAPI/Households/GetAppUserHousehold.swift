import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns the household of an app user.
    static func getAppUserHousehold(_ database: Database) -> Route {
        Route(
            "getAppUserHousehold", .get, "/v1/users/{app_user_id}/household",
            fixes: [
                .householdNotFound:
                    "Create one for the app user, or let them join one: `POST /v1/households`, "
                    + "`POST /v1/households/join`."
            ],
            .read { request, tenant in
                let asked = try GetAppUserHouseholdRequest(reading: request)
                let call = GetAppUserHousehold(appUserID: asked.appUserID, asOf: asked.asOf)
                guard let row = try await database.call(call, in: tenant).first else {
                    throw Failure(.householdNotFound, "The app user is not in a household.")
                }
                return .answer(row)
            })
    }
}
