import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_endpoints and get_endpoint")
struct ListEndpointsTests {
    @Test("a tenant's endpoints are listed, oldest first, and no other tenant's")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let foreign = try await other.createEndpoint()
        var ids: [UUID] = []
        for _ in 0..<3 { ids.append(try await tenant.createEndpoint()) }
        let listed = try await tenant.database.call(ListEndpoints(), in: tenant.id).map {
            try JSONParser.parse($0.answer)["endpoint_id"]?.string
        }
        #expect(listed == ids.map { $0.uuidString.lowercased() })
        for unknown in [foreign, UUID()] {
            await expectFailure(.endpointNotFound) { try await tenant.endpoint(unknown) }
        }
    }
}
