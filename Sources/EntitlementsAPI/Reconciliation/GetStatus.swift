import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Tells any caller whether RevenueCat can be read for a tenant and whether webhooks arrive.
    static func getStatus(_ database: Database, _ tenants: TenantDirectory) -> Route {
        // The route needs no credential, so that calls must not each reach the database.
        let answers = ExpiringCache<TenantID, Answer>(
            lifetime: .seconds(StatusAge.maximumSeconds), maximumEntries: StatusAge.maximumTenants,
            now: monotonicTime)
        return Route(
            "getStatus", .get, "/v1/status",
            .unauthenticated { request in
                try request.expectNoQuery()
                guard let named = try request.headerField(.hearthTenant) else {
                    throw Failure(.invalidRequest, "Set Hearth-Tenant to the tenant.")
                }
                guard let tenant = try await tenants.tenant(named: named) else {
                    throw Failure(.tenantNotFound, "There is no tenant with this name.")
                }
                let answer = try await answers.value(for: tenant.id) {
                    try await database.callOne(GetStatus(version: Release.version), in: tenant.id)
                }
                guard let answer else { throw Failure(.internal, "A status has no answer.") }
                return .answer(answer)
            })
    }
}

private enum StatusAge {
    static let maximumSeconds = 5
    static let maximumTenants = 1_000
}
