import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns an app user as RevenueCat's v1 does, for code that was written for it.
    static func getSubscriber(_ database: Database) -> Route {
        Route(
            "getSubscriber", .get, "/v1/subscribers/{app_user_id}",
            .read { request, tenant in
                let asked = try GetSubscriberRequest(reading: request)
                let call = GetSubscriber(
                    appUserID: asked.appUserID, environment: asked.environment)
                let answer = try await database.callOne(call, in: tenant)
                return .json { $0.members(ofJSON: answer.json) }
            })
    }
}
