import Entitlements
import TestSupport
import Testing

@Suite("get_endpoint")
struct GetEndpointTests {
    @Test("an endpoint says how many deliveries fail, and why it is off")
    func works() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(3, of: tenant)
            let lease = try await scratch.claimEndpoints().lease
            _ = try await tenant.take(endpoint, under: lease)
            try await tenant.settle(endpoint, under: lease, [1, 2], status: 500)
            #expect(try await tenant.endpoint(endpoint)["failing"] == 2)
            #expect(try await tenant.endpoint(endpoint)["handed_over_number"] == 2)
            try await tenant.update(endpoint, isOn: false)
            #expect(try await tenant.endpoint(endpoint)["off_reason"] == "requested")
            #expect(try await tenant.endpoint(endpoint)["off_at"]?.string != nil)
        }
    }
}
