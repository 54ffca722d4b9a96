import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("next_run")
struct NextRunTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("a run is returned with its progress until it ends")
    func given() async throws {
        try await withSnapshotTenant { own, tenant in
            #expect(try await own.nextRun(at: start) == nil)
            let run = try await tenant.startRun(isDryRun: true)
            let first = try #require(try await own.nextRun(at: start))
            #expect(first.tenantID == tenant.id)
            #expect(first.runID == run)
            #expect(first.isPrepared == false)
            #expect(first.isDryRun)
            _ = try await tenant.listPeople(of: run, at: start)
            #expect(try await own.nextRun(at: start)?.isPrepared == true)
            try await tenant.cancel(run)
            #expect(try await own.nextRun(at: start) == nil)
        }
    }

    @Test("tenants take turns")
    func turns() async throws {
        try await withSnapshotTenant { own, one in
            let other = try await TestTenant.takingSnapshots(in: own.database)
            let third = try await TestTenant.takingSnapshots(in: own.database)
            for tenant in [one, other, third] { try await tenant.startRun() }
            var order: [TenantID] = []
            for second in Int64(0)..<9 {
                let run = try await own.nextRun(at: start.advanced(bySeconds: second))
                order.append(try #require(run).tenantID)
            }
            #expect(Set(order[0..<3]) == [one.id, other.id, third.id])
            #expect(order[3..<6] == order[0..<3] && order[6..<9] == order[0..<3])
        }
    }

    @Test("while all remaining people are leased, a run waits for at most a second")
    func rests() async throws {
        try await withSnapshotTenant { own, tenant in
            try await own.addPeople(1, to: tenant)
            let run = try await tenant.startPreparedRun(at: start)
            #expect(try await tenant.claimPeople(of: run, at: start).count == 1)
            #expect(try await tenant.claimPeople(of: run, at: start).isEmpty)
            #expect(try await own.nextRun(at: start.advanced(byMilliseconds: 999)) == nil)
            #expect(try await own.nextRun(at: start.advanced(bySeconds: 1)) != nil)
            // The lease ends within half a second.
            let late = start.advanced(byMilliseconds: 44_500)
            #expect(try await tenant.claimPeople(of: run, at: late).isEmpty)
            #expect(try await own.nextRun(at: start.advanced(byMilliseconds: 44_999)) == nil)
            #expect(try await own.nextRun(at: start.advanced(bySeconds: 45)) != nil)
        }
    }

    @Test("for a tenant that may make no request, only preparation goes on")
    func onlyWhoMayAsk() async throws {
        try await withSnapshotTenant { own, paused in
            let spent = try await TestTenant.takingSnapshots(in: own.database)
            let keyless = try await TestTenant.takingSnapshots(in: own.database)
            let preparing = try await TestTenant.takingSnapshots(in: own.database)
            for tenant in [paused, spent, keyless] {
                _ = try await tenant.startPreparedRun(at: start)
            }
            try await preparing.startRun(at: start)
            try await keyless.deleteUpstreamKey()
            for tenant in [paused, preparing] { try await tenant.pause(1, at: start) }
            _ = try await spent.take(9, at: start)
            for _ in 1...3 {
                #expect(try await own.nextRun(at: start)?.tenantID == preparing.id)
            }
            let then = start.advanced(bySeconds: 1)
            var given: Set<TenantID> = []
            for _ in 1...3 { given.insert(try #require(try await own.nextRun(at: then)).tenantID) }
            #expect(given == [paused.id, spent.id, preparing.id])
        }
    }

    @Test("two simultaneous servers get the one run there is")
    func raced() async throws {
        try await withSnapshotTenant { own, tenant in
            let run = try await tenant.startRun()
            let start = start
            let given = try await withThrowingTaskGroup(of: UUID?.self) { group in
                for _ in 0..<8 { group.addTask { try await own.nextRun(at: start)?.runID } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(given == Array(repeating: run, count: 8))
        }
    }
}

extension ScratchDatabase {
    fileprivate func nextRun(at moment: Timestamp) async throws -> NextRun.Row? {
        try await database.call(NextRun(asOf: moment)).first
    }
}
