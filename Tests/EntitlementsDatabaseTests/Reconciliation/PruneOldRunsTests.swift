import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("prune_old_runs")
struct PruneOldRunsTests {
    private static let bought: Timestamp = "2096-11-01T10:00:00Z"

    private static func day(_ number: Int64) -> Timestamp { bought.advanced(byDays: number) }

    private static func snapshot(_ number: Int, on day: Int64) -> TestSnapshot {
        let purchase = RevenueCatEvent.initialPurchase(
            appUserID: "u_\(number)", purchasedAt: bought
        ).transaction("t\(number)", original: "t\(number)")
        return TestSnapshot(of: "u_\(number)", at: Self.day(day)).listing(.like(purchase))
    }

    private static let left = """
        select (select count(*) from entitlements.runs) || ' '
               || (select count(*) from entitlements.drift) || ' '
               || (select count(*) from entitlements.snapshots)
        """

    @Test("ended runs and drift go after the tenant's days; snapshots and open runs stay")
    func works() async throws {
        try await withSnapshotTenant { own, tenant in
            for number in 0..<3 { try await tenant.add(Self.snapshot(number, on: 1)) }
            let old = try await tenant.startPreparedRun(at: Self.day(1))
            try await tenant.cancel(old, at: Self.day(2))
            let people = try await own.prune("runs", kept: 30, at: Self.day(40))
            #expect(people == 3)
            let open = try await tenant.startPreparedRun(at: Self.day(3))
            #expect(try await own.prune("old_runs", at: Self.day(366)) == 0)
            #expect(try await own.ask(Self.left) == "2 3 3")
            // In steps: drift first.
            #expect(try await own.prune("old_runs", maximum: 2, at: Self.day(368)) == 2)
            #expect(try await own.ask(Self.left) == "2 1 3")
            #expect(try await own.prune("old_runs", maximum: 2, at: Self.day(368)) == 2)
            #expect(try await own.ask(Self.left) == "1 0 3")
            // An open run may have read everyone that it had listed.
            try await own.administer("delete from entitlements.run_app_users")
            #expect(try await own.prune("old_runs", maximum: 2, at: Self.day(999)) == 0)
            #expect(try await tenant.run(old) == nil)
            #expect(try await tenant.run(open) != nil)
            #expect(try await tenant.standing(of: "u_1", at: Self.day(3)).isActive)
            #expect(try await tenant.invariantViolations() == [])
        }
    }

    @Test("another tenant's runs stay, and so does a run with app users, and a locked one")
    func kept() async throws {
        try await withSnapshotTenant { own, tenant in
            let other = try await TestTenant.create(in: own.database) {
                $0.retention.runsDays = 3_650
            }
            try await tenant.add(Self.snapshot(1, on: 1))
            try await other.add(Self.snapshot(1, on: 1))
            let run = try await tenant.startPreparedRun(at: Self.day(1))
            try await tenant.cancel(run, at: Self.day(2))
            #expect(try await own.prune("old_runs", at: Self.day(400)) == 1)
            #expect(try await own.ask(Self.left) == "1 1 2")
            _ = try await own.prune("runs", kept: 30, at: Self.day(40))
            try await own.whileHolding("select from entitlements.runs for update") {
                let pruned = try await own.prune("old_runs", at: Self.day(400))
                #expect(pruned == 0)
            }
            #expect(try await own.prune("old_runs", at: Self.day(400)) == 1)
            #expect(try await own.ask(Self.left) == "0 1 2")
        }
    }
}
