import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns everything stored about an app user.
    static func exportAppUser(_ database: Database) -> Route {
        Route(
            "exportAppUser", .get, "/v1/users/{app_user_id}/export",
            .support { request, tenant in
                try request.expectNoQuery()
                return .answer(
                    try await database.callOne(
                        ExportAppUser(appUserID: try request.appUserID()), in: tenant))
            })
    }
}
