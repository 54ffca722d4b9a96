import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("replay_endpoint")
struct ReplayEndpointTests {
    @Test("the changes from the number on are delivered again, under the same ids")
    func works() async throws {
        try await Self.withDelivered(5) { scratch, tenant, endpoint, first in
            let replayed = try await tenant.replay(endpoint, from: 3)
            #expect(replayed["handed_over_number"] == 2)
            #expect(try await tenant.deliveries(to: endpoint).map { $0["number"] } == [2, 1])
            let again = try await scratch.claimEndpoints()
            let taken = try await tenant.take(endpoint, under: again.lease)
            #expect(taken.map(\.webhookID) == first.suffix(3).map(\.webhookID))
            #expect(taken.map(\.isNew) == [true, true, true])
        }
    }

    @Test("repeated, it begins again; a number that was not handed over changes nothing")
    func repeated() async throws {
        try await Self.withDelivered(5) { _, tenant, endpoint, _ in
            for number: Int64 in [2, 2, 6] {
                let replayed = try await tenant.replay(endpoint, from: number)
                #expect(replayed["handed_over_number"] == 1)
            }
        }
    }

    @Test("what fails before the number is still repeated")
    func failing() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(3, of: tenant)
            let lease = try await scratch.claimEndpoints().lease
            _ = try await tenant.take(endpoint, under: lease)
            try await tenant.settle(endpoint, under: lease, [1, 2, 3], status: 500)
            try await tenant.replay(endpoint, from: 3)
            let failing = try await tenant.deliveries(to: endpoint, status: "failing")
            #expect(failing.map { $0["number"] } == [2, 1])
        }
    }

    @Test("a number that the log lacks and another tenant's endpoint are refused")
    func refused() async throws {
        try await Self.withDelivered(3) { scratch, tenant, endpoint, _ in
            try await scratch.forgetChanges(through: 2, of: tenant)
            for number: Int64 in [2, 5, 900] {
                await expectFailure(.changesGone) {
                    try await tenant.replay(endpoint, from: number)
                }
            }
            #expect(try await tenant.endpoint(endpoint)["handed_over_number"] == 3)
            let other = try await TestTenant.create(in: scratch.database)
            await expectFailure(.endpointNotFound) { try await other.replay(endpoint, from: 3) }
        }
    }

    @Test("what a worker notes after a replay does not count")
    func raced() async throws {
        try await Self.withDelivered(3) { scratch, tenant, endpoint, _ in
            try await scratch.addChanges(1, of: tenant)
            let lease = try await scratch.claimEndpoints().lease
            _ = try await tenant.take(endpoint, under: lease)
            try await tenant.replay(endpoint, from: 1)
            #expect(try await tenant.settle(endpoint, under: lease, [4]).isEmpty)
            #expect(try await tenant.endpoint(endpoint)["handed_over_number"] == 0)
        }
    }

    /// Lends an endpoint that has these changes, and what was taken for it.
    private static func withDelivered(
        _ count: Int,
        _ body: (ScratchDatabase, TestTenant, UUID, [TakeDeliveries.Row]) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(count, of: tenant)
            let lease = try await scratch.claimEndpoints().lease
            let taken = try await tenant.take(endpoint, under: lease)
            try await tenant.settle(endpoint, under: lease, taken.map(\.number))
            try await body(scratch, tenant, endpoint, taken)
        }
    }
}
