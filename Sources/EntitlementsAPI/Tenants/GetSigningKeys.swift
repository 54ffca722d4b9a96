import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Publishes the keys that verify a tenant's statements, as a JSON Web Key Set.
    static func getSigningKeys(_ keys: SigningKeyDirectory, _ tenants: TenantDirectory) -> Route {
        Route(
            "getSigningKeys", .get, "/v1/tenants/{tenant_slug}/.well-known/jwks.json",
            .unauthenticated { request in
                try request.expectNoQuery()
                guard let tenant = try await tenants.tenant(named: try request.pathParameter(0))
                else {
                    throw Failure(.tenantNotFound, "There is no tenant with this name.")
                }
                let published = try await keys.published(of: tenant.id)
                var response = Response.json { json in
                    json.name("keys")
                    json.beginArray()
                    for key in published {
                        json.beginObject()
                        key.write(to: &json)
                        json.endObject()
                    }
                    json.endArray()
                }
                // Less than the hour for which a new key waits before it signs.
                response.headers[.cacheControl] = "public, max-age=900"
                return response
            })
    }
}
