import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Revokes a key of the tenant; the one of the caller, too.
    static func revokeAPIKey(_ database: Database) -> Route {
        Route(
            "revokeAPIKey", .delete, "/v1/admin/keys/{key_id}",
            .secretWithActor { request, tenant, actor in
                try request.expectNoQuery()
                try await database.callOne(
                    RevokeAPIKey(keyID: try request.pathParameter(0), actor: actor.name),
                    in: tenant)
                return Response(status: .noContent)
            })
    }
}
