import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("claim_endpoints")
struct ClaimEndpointsTests {
    private static let moment: Timestamp = "2030-01-01T00:00:00Z"

    @Test("endpoints of all tenants that lack a change are leased, and those that are off are not")
    func works() async throws {
        try await ScratchDatabase.with { scratch in
            var due: Set<UUID> = []
            for isOn in [true, true, false] {
                let tenant = try await TestTenant.create(in: scratch.database)
                let endpoint = try await tenant.createEndpoint()
                try await tenant.update(endpoint, isOn: isOn)
                try await scratch.addChanges(1, of: tenant)
                if isOn { due.insert(endpoint) }
            }
            let idle = try await TestTenant.create(in: scratch.database)
            _ = try await idle.createEndpoint()
            #expect(try await scratch.claimEndpoints(maximum: 1).endpoints.count == 1)
            #expect(try await scratch.claimEndpoints(isSlow: true).endpoints == [])
            #expect(try await scratch.claimEndpoints().endpoints.count == 1)
            let later = try await scratch.claimEndpoints(at: Self.moment)
            #expect(Set(later.endpoints) == due)
        }
    }

    @Test("of simultaneous workers, one gets the endpoint; another when the lease has ended")
    func raced() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(1, of: tenant)
            let claimed = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        try await scratch.claimEndpoints(at: Self.moment).endpoints.count
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(claimed == 1)
            let before = try await scratch.claimEndpoints(at: "2030-01-01T00:00:29Z")
            #expect(before.endpoints == [])
            let after = try await scratch.claimEndpoints(at: "2030-01-01T00:00:30Z")
            #expect(after.endpoints == [endpoint])
        }
    }

    @Test("an endpoint that fails or is slow is claimed apart, until it is quick again")
    func slow() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(3, of: tenant)
            for (status, milliseconds) in [(Int32(500), Int32(1)), (200, 2_001), (200, 2_000)] {
                let isSlow = try await scratch.isSlow(endpoint)
                #expect(try await scratch.claimEndpoints(isSlow: !isSlow).endpoints == [])
                let lease = try await scratch.claimEndpoints(isSlow: isSlow).lease
                let taken = try await tenant.take(endpoint, under: lease)
                let next = try #require(taken.first { $0.isNew })
                try await tenant.settle(
                    endpoint, under: lease, [next.number], status: status,
                    milliseconds: milliseconds)
                #expect(try await scratch.isSlow(endpoint) == (milliseconds != 2_000))
            }
        }
    }

    @Test("an endpoint is new until something was delivered to it")
    func new() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(3, of: tenant)
            try await scratch.expectClaimed(endpoint, isSlow: false, isNew: true)
            try await tenant.deliver(to: endpoint, status: 500, in: scratch)
            try await scratch.expectClaimed(endpoint, isSlow: true, isNew: true)
            try await tenant.deliver(to: endpoint, in: scratch)
            try await scratch.expectClaimed(endpoint, isSlow: false, isNew: false)
            try await tenant.deliver(to: endpoint, status: 500, in: scratch)
            try await scratch.addChanges(1, of: tenant)
            try await scratch.expectClaimed(endpoint, isSlow: true, isNew: false)
        }
    }

    @Test("moved or switched on, an endpoint is new again; another change of it changes no lane")
    func newAgain() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            for isMoved in [true, false] {
                try await scratch.addChanges(2, of: tenant)
                try await tenant.deliver(to: endpoint, in: scratch)
                try await tenant.update(endpoint, kinds: .all, isOn: true)
                try await scratch.expectClaimed(endpoint, isSlow: false, isNew: false)
                try await tenant.deliver(to: endpoint, status: 500, in: scratch)
                try await scratch.addChanges(1, of: tenant)
                try await tenant.update(endpoint, kinds: .only([.entitlementsChanged]))
                try await scratch.expectClaimed(endpoint, isSlow: true, isNew: false)
                if isMoved {
                    try await tenant.update(endpoint, url: "https://hooks.example/moved")
                } else {
                    try await tenant.update(endpoint, isOn: false)
                    try await tenant.update(endpoint, isOn: true)
                }
                try await scratch.expectClaimed(endpoint, isSlow: false, isNew: true)
                try await tenant.deliver(to: endpoint, in: scratch)
                try await tenant.update(endpoint, kinds: .all)
            }
        }
    }

    @Test("an endpoint that fails is not quick again because nothing was to be delivered")
    func passedOver() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint(kinds: [.entitlementsChanged])
            try await scratch.addChanges(1, of: tenant)
            try await tenant.deliver(to: endpoint, status: 500, in: scratch)
            try await scratch.addChanges(1, of: tenant, kind: .limitReached)
            let lease = try await scratch.claimEndpoints(isSlow: true).lease
            #expect(try await tenant.take(endpoint, under: lease).isEmpty)
            try await tenant.settle(endpoint, under: lease, [])
            try await scratch.addChanges(1, of: tenant)
            try await scratch.expectClaimed(endpoint, isSlow: true, isNew: true)
        }
    }

    @Test("an endpoint with a hundred failing deliveries is claimed for retries only")
    func full() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(150, of: tenant)
            let first = try await scratch.claimEndpoints(at: Self.moment)
            let taken = try await tenant.take(
                endpoint, under: first.lease, maximum: 200, at: Self.moment)
            #expect(taken.count == 100)
            try await tenant.settle(
                endpoint, under: first.lease, taken.map(\.number), status: 500, at: Self.moment)
            let none = try await scratch.claimEndpoints(isSlow: true, at: Self.moment)
            #expect(none.endpoints == [])
            let retry: Timestamp = "2030-01-01T00:00:07Z"
            let again = try await scratch.claimEndpoints(isSlow: true, at: retry)
            #expect(again.endpoints == [endpoint])
            let retries = try await tenant.take(
                endpoint, under: again.lease, maximum: 200, at: retry)
            #expect(retries.count == 100)
            #expect(retries.allSatisfy { !$0.isNew })
        }
    }
}

extension TestTenant {
    /// Attempts the next new change to an endpoint, and ends the lease.
    fileprivate func deliver(
        to endpoint: UUID, status: Int32 = 200, in scratch: ScratchDatabase
    ) async throws {
        let quick = try await scratch.claimEndpoints()
        let lease =
            quick.endpoints.isEmpty
            ? try await scratch.claimEndpoints(isSlow: true).lease : quick.lease
        let taken = try await take(endpoint, under: lease)
        let next = try #require(taken.first { $0.isNew })
        try await settle(endpoint, under: lease, [next.number], status: status)
    }
}

extension ScratchDatabase {
    fileprivate func isSlow(_ endpoint: UUID) async throws -> Bool {
        try await ask(
            "select is_slow from entitlements.endpoints where endpoint_id = '\(endpoint)'") == "t"
    }

    /// Expects that the endpoint is claimed so and no other way; then it can be claimed again.
    fileprivate func expectClaimed(
        _ endpoint: UUID, isSlow: Bool, isNew: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for (slow, new) in [(false, false), (false, true), (true, false), (true, true)] {
            let isExpected = slow == isSlow && new == isNew
            let claimed = try await claimEndpoints(isSlow: slow, isNew: new)
            #expect(
                claimed.endpoints == (isExpected ? [endpoint] : []),
                "slow: \(slow), new: \(new)", sourceLocation: sourceLocation)
            try await administer("update entitlements.endpoints set leased_until = now()")
        }
    }
}
