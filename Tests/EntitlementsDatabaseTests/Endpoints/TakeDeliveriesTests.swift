import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("take_deliveries")
struct TakeDeliveriesTests {
    @Test("changes come in their order, as the log shows them, again until they are settled")
    func works() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(5, of: tenant)
            let lease = try await scratch.claimEndpoints().lease
            for _ in 0..<2 {
                let taken = try await tenant.take(endpoint, under: lease, maximum: 3)
                #expect(taken.map(\.number) == [1, 2, 3])
                let told = try taken.map { try JSONParser.parse($0.change) }
                #expect(told == Array(try await tenant.changes().prefix(3)))
                let id = endpoint.uuidString.lowercased().replacing("-", with: "")
                #expect(taken.map(\.webhookID) == (1...3).map { "msg_\(id)_\($0)" })
            }
            #expect(try await tenant.take(endpoint, under: UUID()).isEmpty)
            let other = try await TestTenant.create(in: scratch.database)
            #expect(try await other.take(endpoint, under: lease).isEmpty)
        }
    }

    @Test("taking renews the lease, which ends if the worker dies")
    func lease() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(1, of: tenant)
            let first = try await scratch.claimEndpoints(at: "2030-01-01T00:00:00Z")
            let taken = try await tenant.take(
                endpoint, under: first.lease, at: "2030-01-01T00:00:20Z")
            #expect(taken.map(\.number) == [1])
            let before = try await scratch.claimEndpoints(at: "2030-01-01T00:00:49Z")
            #expect(before.endpoints == [])
            let second = try await scratch.claimEndpoints(at: "2030-01-01T00:00:50Z")
            #expect(second.endpoints == [endpoint])
            #expect(try await tenant.take(endpoint, under: first.lease).isEmpty)
            #expect(try await tenant.take(endpoint, under: second.lease).map(\.number) == [1])
        }
    }

    @Test("changes of other kinds are passed over, however many there are")
    func kinds() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint(kinds: [.limitReached])
            try await scratch.addChanges(2_500, of: tenant, kind: .periodChanged)
            try await scratch.addChanges(1, of: tenant, kind: .limitReached)
            try await scratch.addChanges(3, of: tenant, kind: .periodChanged)
            var taken: [Int64] = []
            var turns = 0
            while turns < 10, case let claimed = try await scratch.claimEndpoints(),
                !claimed.endpoints.isEmpty
            {
                let numbers = try await tenant.take(endpoint, under: claimed.lease).map(\.number)
                try await tenant.settle(endpoint, under: claimed.lease, numbers)
                taken += numbers
                turns += 1
            }
            #expect(taken == [2_501])
            #expect(turns == 4)
            #expect(try await tenant.endpoint(endpoint)["handed_over_number"] == 2_504)
        }
    }

    @Test("changes whose numbers are far apart come in one turn, and are counted")
    func farApart() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            for moment: Timestamp in ["1970-01-01T00:00:00Z", "2030-01-01T00:00:00Z"] {
                try await scratch.addChanges(2, of: tenant, numberedAt: moment)
            }
            let lease = try await scratch.claimEndpoints().lease
            let taken = try await tenant.take(endpoint, under: lease)
            #expect(taken.map(\.number) == [1, 2, 1_893_456_000_000_000, 1_893_456_000_000_001])
            try await tenant.settle(endpoint, under: lease, [1], status: 410)
            let found = try await tenant.database.call(ListFindings(pageLimit: 10), in: tenant.id)
            #expect(found.map(\.count) == [4], "one that failed, and three")
        }
    }

    @Test("an endpoint whose next change the log lacks is switched off, and no change is skipped")
    func changesGone() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(3, of: tenant)
            try await scratch.forgetChanges(through: 1, of: tenant)
            let lease = try await scratch.claimEndpoints().lease
            #expect(try await tenant.take(endpoint, under: lease).isEmpty)
            #expect(try await tenant.endpoint(endpoint)["off_reason"] == "changes_gone")
            let found = try await tenant.database.call(ListFindings(pageLimit: 10), in: tenant.id)
            #expect(found.map(\.kind) == ["endpoint_off"])
            #expect(found.map(\.subject) == [endpoint.uuidString.lowercased()])
            #expect(found.map(\.count) == [2])
        }
    }

    @Test("a retry whose change the log lacks switches the endpoint off, and a replay helps")
    func retryGone() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(2, of: tenant)
            let first = try await scratch.claimEndpoints()
            _ = try await tenant.take(endpoint, under: first.lease)
            try await tenant.settle(endpoint, under: first.lease, [1, 2], status: 500)
            try await scratch.forgetChanges(through: 1, of: tenant)
            let moment: Timestamp = "2030-01-01T00:00:00Z"
            let second = try await scratch.claimEndpoints(isSlow: true, at: moment)
            #expect(try await tenant.take(endpoint, under: second.lease, at: moment).isEmpty)
            #expect(try await tenant.endpoint(endpoint)["off_reason"] == "changes_gone")
            try await tenant.replay(endpoint, from: 2)
            try await tenant.update(endpoint, isOn: true)
            let third = try await scratch.claimEndpoints()
            #expect(try await tenant.take(endpoint, under: third.lease).map(\.number) == [2])
        }
    }
}
