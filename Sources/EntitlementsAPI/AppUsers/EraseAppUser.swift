import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Erases an app user.
    static func eraseAppUser(_ database: Database) -> Route {
        Route(
            "eraseAppUser", .delete, "/v1/users/{app_user_id}",
            .secretWithActor { request, tenant, actor in
                try request.expectNoQuery()
                _ = try await database.call(
                    EraseAppUser(
                        appUserID: try request.appUserID(), actor: actor.name),
                    in: tenant)
                return Response(status: .noContent)
            })
    }
}
