import EntitlementsDatabase
import TestSupport

extension TenancyTests {
    /// Fills the tables of endpoints, with a tenant of its own.
    static func fillEndpoints() async throws {
        let tenant = try await TestTenant.create()
        let endpoint = try await tenant.createEndpoint()
        try await TestDatabase.shared.administer(
            """
            insert into entitlements.deliveries
            values ('\(tenant.id)', '\(endpoint)', 1, 1, now(), now(), 5, 200)
            """)
    }
}
