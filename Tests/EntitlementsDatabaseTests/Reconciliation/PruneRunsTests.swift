import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("prune_runs")
struct PruneRunsTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("the people of old runs are deleted in batches; the counts stay")
    func pruned() async throws {
        try await withSnapshotTenant { own, tenant in
            try await own.addPeople(5, to: tenant)
            let old = try await tenant.startPreparedRun(at: start)
            let ended = try await tenant.cancel(old, at: start)
            let recent = try await tenant.startPreparedRun(at: start)
            try await tenant.cancel(recent, at: start.advanced(bySeconds: 1))
            let current = try await tenant.startPreparedRun(at: start.advanced(byDays: -99))

            let later = start.advanced(byDays: 30).advanced(bySeconds: 1)
            #expect(try await own.prune(2, at: start.advanced(byDays: 30)) == 0)
            var counts: [Int64] = []
            for _ in 1...4 { counts.append(try await own.prune(2, at: later)) }
            #expect(counts == [2, 2, 1, 0])
            #expect(try await tenant.run(old) == ended)
            #expect(try await own.people(of: old) == "0")
            for run in [recent, current] { #expect(try await own.people(of: run) == "5") }
        }
    }

    @Test("simultaneous servers delete each person once, without waiting")
    func raced() async throws {
        try await withSnapshotTenant { own, tenant in
            try await own.addPeople(20, to: tenant)
            let run = try await tenant.startPreparedRun(at: start)
            try await tenant.cancel(run, at: start)
            let later = start.advanced(byDays: 31)
            let pruned = try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<6 { group.addTask { try await own.prune(10, at: later) } }
                return try await group.reduce(0, +)
            }
            #expect(pruned + (try await own.prune(100, at: later)) == 20)
            #expect(try await own.people(of: run) == "0")
        }
    }

    @Test("a locked person is deleted by a later call")
    func held() async throws {
        try await withSnapshotTenant { own, tenant in
            try await own.addPeople(3, to: tenant)
            let run = try await tenant.startPreparedRun(at: start)
            try await tenant.cancel(run, at: start)
            let later = start.advanced(byDays: 31)
            try await own.whileHolding(
                "select from entitlements.run_app_users where app_user_id = 'u_2' for update"
            ) {
                let pruned = try await own.prune(10, at: later)
                #expect(pruned == 2)
            }
            #expect(try await own.prune(10, at: later) == 1)
        }
    }
}

extension ScratchDatabase {
    fileprivate func prune(_ maximum: Int, at moment: Timestamp) async throws -> Int64 {
        try await prune("runs", kept: 30, maximum: maximum, at: moment)
    }

    fileprivate func people(of run: UUID) async throws -> String? {
        try await ask("select count(*) from entitlements.run_app_users where run_id = '\(run)'")
    }
}
