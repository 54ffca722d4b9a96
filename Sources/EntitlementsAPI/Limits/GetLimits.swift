import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns an app user's usage of each limit in an environment.
    static func getLimits(_ database: Database) -> Route {
        Route(
            "getLimits", .get, "/v1/users/{app_user_id}/limits",
            me: "getMyLimits", "/v1/me/limits", key: .read
        ) { request, subject in
            let asked = try GetLimitsRequest(reading: request)
            return .answer(
                try await database.callOne(
                    GetLimits(
                        appUserID: subject.appUserID, amount: asked.amount,
                        environment: asked.environment),
                    in: subject.tenant))
        }
    }
}
