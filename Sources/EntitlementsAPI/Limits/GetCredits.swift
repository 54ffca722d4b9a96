import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns an app user's balance of each credit in an environment.
    static func getCredits(_ database: Database) -> Route {
        Route(
            "getCredits", .get, "/v1/users/{app_user_id}/credits",
            me: "getMyCredits", "/v1/me/credits", key: .read
        ) { request, subject in
            let asked = try GetCreditsRequest(reading: request)
            let call = GetCredits(appUserID: subject.appUserID, environment: asked.environment)
            return .answer(try await database.callOne(call, in: subject.tenant))
        }
    }
}
