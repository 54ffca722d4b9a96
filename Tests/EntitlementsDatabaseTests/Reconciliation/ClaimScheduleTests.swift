import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("claim_schedule")
struct ClaimScheduleTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("each tenant is due every 15 minutes, the longest waiting first")
    func turns() async throws {
        try await withSnapshotTenant { own, one in
            let other = try await TestTenant.takingSnapshots(in: own.database)
            let first = try #require(try await own.claimSchedule(at: start))
            #expect(first.needsCatchUp == false)
            let second = try await own.claimSchedule(at: start.advanced(bySeconds: 1))
            #expect(Set([first.tenantID, second?.tenantID]) == [one.id, other.id])
            let quarter = start.advanced(bySeconds: 900)
            #expect(try await own.claimSchedule(at: quarter.advanced(bySeconds: -1)) == nil)
            #expect(try await own.claimSchedule(at: quarter)?.tenantID == first.tenantID)
            #expect(try await own.claimSchedule(at: quarter) == nil)
            let later = quarter.advanced(byDays: 1)
            #expect(try await own.claimSchedule(at: later)?.tenantID == second?.tenantID)
        }
    }

    @Test("a tenant that needs a catch-up is due every minute until it begins")
    func catchUp() async throws {
        try await withSnapshotTenant { own, tenant in
            #expect(try await own.claimSchedule(at: start) != nil)
            try await own.administer("update entitlements.upstreams set needs_catch_up = true")
            #expect(try await own.claimSchedule(at: start.advanced(bySeconds: 59)) == nil)
            for minute in Int64(1)...2 {
                let claimed = try await own.claimSchedule(
                    at: start.advanced(bySeconds: minute * 60))
                #expect(claimed?.needsCatchUp == true)
            }
            #expect(try await tenant.startDueRun()?.origin == "catch_up")
            #expect(try await own.claimSchedule(at: start.advanced(bySeconds: 180)) == nil)
        }
    }

    @Test("a tenant without a key has no schedule")
    func withoutKey() async throws {
        try await ScratchDatabase.with { own in
            _ = try await TestTenant.create(in: own.database)
            let former = try await TestTenant.takingSnapshots(in: own.database)
            try await former.deleteUpstreamKey()
            #expect(try await own.claimSchedule(at: start) == nil)
        }
    }

    @Test("simultaneous servers claim each tenant once")
    func raced() async throws {
        try await withSnapshotTenant { own, one in
            var tenants = [one.id]
            for _ in 1...3 {
                tenants.append(try await TestTenant.takingSnapshots(in: own.database).id)
            }
            let start = start
            let claimed = try await withThrowingTaskGroup(of: [TenantID].self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        var mine: [TenantID] = []
                        for _ in 1...4 {
                            guard let due = try await own.claimSchedule(at: start) else { continue }
                            mine.append(due.tenantID)
                        }
                        return mine
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(claimed.count == 4)
            #expect(Set(claimed) == Set(tenants))
        }
    }
}

extension ScratchDatabase {
    func claimSchedule(at moment: Timestamp) async throws -> ClaimSchedule.Row? {
        try await database.call(ClaimSchedule(asOf: moment)).first
    }
}
