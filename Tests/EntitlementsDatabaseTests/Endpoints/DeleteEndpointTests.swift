import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("delete_endpoint")
struct DeleteEndpointTests {
    private func delete(_ endpoint: UUID, of tenant: TestTenant) async throws {
        _ = try await tenant.database.call(
            DeleteEndpoint(endpointID: endpoint, actor: "secret_key:test"), in: tenant.id)
    }

    @Test("an endpoint ends with its deliveries, also while a worker delivers")
    func works() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(2, of: tenant)
            let lease = try await scratch.claimEndpoints().lease
            _ = try await tenant.take(endpoint, under: lease)
            try await tenant.settle(endpoint, under: lease, [1], isLast: false)
            try await delete(endpoint, of: tenant)
            #expect(try await tenant.settle(endpoint, under: lease, [2]).isEmpty)
            #expect(try await scratch.ask("select count(*) from entitlements.deliveries") == "0")
            #expect(
                try await scratch.ask("select count(*) from entitlements.endpoint_secrets") == "0")
            await expectFailure(.endpointNotFound) { try await delete(endpoint, of: tenant) }
        }
    }

    @Test("another tenant's endpoint stays")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let foreign = try await other.createEndpoint()
        await expectFailure(.endpointNotFound) { try await delete(foreign, of: tenant) }
        #expect(try await other.endpoint(foreign)["state"] == "on")
    }

    @Test("of simultaneous calls, one deletes it")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let endpoint = try await tenant.createEndpoint()
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { try await delete(endpoint, of: tenant) } })
        #expect(outcomes.filter { $0 == nil }.count == 1)
        #expect(outcomes.filter { $0 == .endpointNotFound }.count == 7)
    }
}
