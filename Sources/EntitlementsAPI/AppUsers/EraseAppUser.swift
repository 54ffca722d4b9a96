import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Erases an app user; the feed of this process forgets them before the answer.
    static func eraseAppUser(_ database: Database, _ feed: ChangeFeed) -> Route {
        Route(
            "eraseAppUser", .delete, "/v1/users/{app_user_id}",
            .secretWithActor { request, tenant, actor in
                try request.expectNoQuery()
                _ = try await database.call(
                    EraseAppUser(
                        appUserID: try request.appUserID(), actor: actor.name),
                    in: tenant)
                feed.forgetChanges(of: tenant)
                return Response(status: .noContent)
            })
    }
}
