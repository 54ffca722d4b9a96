import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Revokes a key of the tenant; the one of the caller, too.
    static func revokeAPIKey(_ database: Database) -> Route {
        Route(
            "revokeAPIKey", .delete, "/v1/admin/keys/{key_id}",
            .secret { request, tenant in
                try request.expectNoQuery()
                try await database.callOne(
                    RevokeAPIKey(keyID: try request.pathParameter(0)), in: tenant)
                return Response(status: .noContent)
            })
    }
}
