import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("update_endpoint")
struct UpdateEndpointTests {
    @Test("what is given changes, the rest stays, and a repeated change changes nothing")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let endpoint = try await tenant.createEndpoint(kinds: [.limitReached])
        let moved = try await tenant.update(endpoint, url: "https://b.example/")
        #expect(moved["url"] == "https://b.example/")
        #expect(moved["kinds"] == ["limit_reached"])
        #expect(try await tenant.update(endpoint, kinds: .all)["kinds"] == .null)
        let off = try await tenant.update(endpoint, isOn: false)
        #expect(off["state"] == "off")
        #expect(off["off_reason"] == "requested")
        #expect(try await tenant.update(endpoint, isOn: false)["off_at"] == off["off_at"])
        let on = try await tenant.update(endpoint, isOn: true)
        #expect(on["state"] == "on")
        #expect(on["off_at"] == .null)
        #expect(try await tenant.update(endpoint, isOn: true)["state"] == "on")
    }

    @Test("an unknown endpoint and another tenant's are refused, and stay")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let foreign = try await other.createEndpoint()
        for unknown in [foreign, UUID()] {
            await expectFailure(.endpointNotFound) {
                try await tenant.update(unknown, isOn: false)
            }
        }
        #expect(try await other.endpoint(foreign)["state"] == "on")
    }

    @Test("switched on, what failed is due now, with three days again")
    func switchedOn() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(2, of: tenant)
            let first = try await scratch.claimEndpoints()
            _ = try await tenant.take(endpoint, under: first.lease)
            let off = try await tenant.settle(endpoint, under: first.lease, [1], status: 410)
            #expect(off.map(\.offReason) == ["gone"])
            #expect(try await scratch.claimEndpoints(isSlow: true).endpoints == [])
            // Not the reason of the first time.
            #expect(try await tenant.update(endpoint, isOn: false)["off_reason"] == "gone")
            try await tenant.update(endpoint, isOn: true)
            let second = try await scratch.claimEndpoints()
            #expect(second.endpoints == [endpoint])
            let taken = try await tenant.take(endpoint, under: second.lease)
            #expect(taken.map(\.number) == [1, 2])
            #expect(taken.map(\.isNew) == [false, true])
            #expect(try await tenant.deliveries(to: endpoint).first?["attempts"] == 0)
        }
    }

    @Test("switched on after three days, one more failure does not switch it off")
    func threeDaysAgain() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(1, of: tenant)
            let moment: Timestamp = "2030-01-01T00:00:00Z"
            let first = try await scratch.claimEndpoints(at: moment)
            _ = try await tenant.take(endpoint, under: first.lease, at: moment)
            try await tenant.settle(endpoint, under: first.lease, [1], status: 500, at: moment)
            try await tenant.update(endpoint, isOn: false, at: moment)
            let later = moment.advanced(bySeconds: 4 * 86_400)
            try await tenant.update(endpoint, isOn: true, at: later)
            let second = try await scratch.claimEndpoints(at: later)
            _ = try await tenant.take(endpoint, under: second.lease, at: later)
            let settled = try await tenant.settle(
                endpoint, under: second.lease, [1], status: 500, at: later)
            #expect(settled.map(\.offReason) == [nil])
        }
    }

    @Test("a change takes the lease away: what a worker notes afterwards does not count")
    func raced() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await scratch.addChanges(1, of: tenant)
            let first = try await scratch.claimEndpoints()
            _ = try await tenant.take(endpoint, under: first.lease)
            try await tenant.update(endpoint, url: "https://b.example/")
            let late = try await tenant.settle(endpoint, under: first.lease, [1], status: 410)
            #expect(late.isEmpty)
            #expect(try await tenant.endpoint(endpoint)["state"] == "on")
            let second = try await scratch.claimEndpoints()
            #expect(try await tenant.take(endpoint, under: second.lease).count == 1)
        }
    }

    @Test("an endpoint whose next change the log lacks is not switched on")
    func changesGone() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            try await tenant.update(endpoint, isOn: false)
            try await scratch.addChanges(3, of: tenant)
            try await scratch.forgetChanges(through: 2, of: tenant)
            await expectFailure(.changesGone) { try await tenant.update(endpoint, isOn: true) }
            #expect(try await tenant.endpoint(endpoint)["off_reason"] == "requested")
            try await tenant.replay(endpoint, from: 3)
            #expect(try await tenant.update(endpoint, isOn: true)["state"] == "on")
            let lease = try await scratch.claimEndpoints().lease
            #expect(try await tenant.take(endpoint, under: lease).map(\.number) == [3])
        }
    }
}

extension ScratchDatabase {
    /// Prunes the log of a tenant.
    func forgetChanges(through number: Int, of tenant: TestTenant) async throws {
        try await administer(
            """
            update entitlements.change_entries
               set numbered_at = case when number <= \(number) and tenant_id = '\(tenant.id)'
                                      then '2020-01-01' else now() end
            """)
        _ = try await prune("changes", maximum: 10_000)
    }
}
