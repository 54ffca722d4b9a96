import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_deliveries")
struct ListDeliveriesTests {
    @Test("deliveries come with their last attempt, by status and in pages")
    func works() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(4, of: tenant)
            let lease = try await scratch.claimEndpoints().lease
            _ = try await tenant.take(endpoint, under: lease)
            try await tenant.settle(endpoint, under: lease, [1, 2, 3], isLast: false)
            try await tenant.settle(
                endpoint, under: lease, [4], status: 500, milliseconds: 33, isLast: true)
            #expect(try await tenant.deliveries(to: endpoint).map { $0["number"] } == [4, 3, 2, 1])
            let failing = try await tenant.deliveries(to: endpoint, status: "failing")
            #expect(failing.map { $0["number"] } == [4])
            #expect(failing.first?["http_status"] == 500)
            #expect(failing.first?["first_error"] == "status_500")
            #expect(failing.first?["duration_milliseconds"] == 33)
            #expect(failing.first?["attempts"] == 1)
            #expect(failing.first?["next_attempt_at"]?.string != nil)
            let delivered = try await tenant.deliveries(to: endpoint, status: "delivered")
            #expect(delivered.map { $0["next_attempt_at"] } == [.null, .null, .null])
            let page = try await tenant.database.call(
                ListDeliveries(endpointID: endpoint, pageLimit: 2, beforeNumber: 3), in: tenant.id)
            #expect(page.map(\.number) == [2, 1])
            let other = try await TestTenant.create(in: scratch.database)
            await expectFailure(.endpointNotFound) { try await other.deliveries(to: endpoint) }
        }
    }
}
