import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import Reconciliation

@Suite("Snapshots share calls", .timeLimit(.minutes(5)))
struct SnapshotIntakeTests {
    private static let people = 80
    /// The first snapshot goes at once, and the next call has as many as it needs.
    private static let inFlight = 1 + SnapshotIntake.snapshotsToCallBeside

    @Test("snapshots during two calls share the next, each with its own drift")
    func shared() async throws {
        try await withRun { own, tenant, run in
            let intake = SnapshotIntake(database: own.database)
            let reason = SnapshotIntake.Reason(tenant: tenant.id, runID: run, isDryRun: false)
            let drift = try await withThrowingTaskGroup(of: (Int, [Drift]?).self) { group in
                try await own.whileHolding("lock table entitlements.snapshots") {
                    for number in 1...Self.people {
                        // Every fourth app user has a purchase.
                        let snapshot = Self.snapshot(
                            of: number, isBuyer: number.isMultiple(of: 4), at: 1)
                        group.addTask {
                            (number, try await intake.add(snapshot, for: reason))
                        }
                    }
                    try await intake.expectWaiting(Self.people - Self.inFlight, for: reason)
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for number in 1...Self.people {
                let found = drift[number]?.map(\.appUserID)
                #expect(found == (number.isMultiple(of: 4) ? ["u_\(number)"] : []), "\(number)")
            }
            #expect(try await own.read(in: run) == "\(Self.people)")
            // Snapshots of one transaction have one time. The first was alone.
            let transactions = try await own.ask(
                "select count(distinct received_at) from entitlements.snapshots "
                    + "where run_id is not null")
            #expect(transactions == "3")
        }
    }

    @Test("a snapshot that Postgres refuses fails alone")
    func unreadable() async throws {
        try await withRun { own, tenant, run in
            let intake = SnapshotIntake(database: own.database)
            let reason = SnapshotIntake.Reason(tenant: tenant.id, runID: run, isDryRun: false)
            let failed = try await withThrowingTaskGroup(of: Int?.self) { group in
                try await own.whileHolding("lock table entitlements.snapshots") {
                    for number in Array(1...6) + Array(8...Self.people) + [7] {
                        if number == 7 {
                            try await intake.expectWaiting(
                                Self.people - 1 - Self.inFlight, for: reason)
                        }
                        var snapshot = Self.snapshot(of: number, at: 1)
                        if number == 7 { snapshot.appUserIDs.append("\0") }
                        group.addTask { [snapshot] in
                            do {
                                _ = try await intake.add(snapshot, for: reason)
                                return nil
                            } catch {
                                return number
                            }
                        }
                    }
                    try await intake.expectWaiting(Self.people - Self.inFlight, for: reason)
                }
                return try await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
            }
            #expect(failed == [7])
            #expect(try await own.read(in: run) == "\(Self.people - 1)")
        }
    }

    @Test("dry runs, runs and other snapshots do not share a call")
    func reasons() async throws {
        try await withRun { own, tenant, run in
            let intake = SnapshotIntake(database: own.database)
            try await withThrowingTaskGroup { group in
                for number in 1...Self.people {
                    let reason = SnapshotIntake.Reason(
                        tenant: tenant.id, runID: number.isMultiple(of: 2) ? run : nil,
                        isDryRun: number.isMultiple(of: 4))
                    group.addTask {
                        _ = try await intake.add(Self.snapshot(of: number, at: 1), for: reason)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await own.read(in: run) == "\(Self.people / 2)")
            let written = try await own.ask(
                "select count(*) filter (where run_id is not null) || ' ' || count(*) "
                    + "from entitlements.snapshots")
            // A snapshot that repeats the first one moves its row.
            #expect(written == "\(Self.people / 4) \(Self.people)")
        }
    }

    private static func snapshot(
        of number: Int, isBuyer: Bool = false, at seconds: Int64
    ) -> Snapshot {
        var snapshot = Snapshot(
            readAt: TestClock.start.advanced(bySeconds: seconds), appUserID: "u_\(number)",
            appUserIDs: ["u_\(number)"], firstSeenAt: nil, purchases: [])
        if isBuyer {
            snapshot.purchases = [
                Snapshot.Purchase(
                    isOneTime: true, environment: "production", productID: "lifetime_\(number)",
                    purchasedAt: TestClock.start)
            ]
        }
        return snapshot
    }

    /// Lends a run over app users with an earlier, empty snapshot.
    private func withRun(
        _ body: (ScratchDatabase, TestTenant, UUID) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.setUpstreamKey()
            try await own.addPeople(Self.people, to: tenant)
            for number in 1...Self.people {
                try await tenant.add(Self.snapshot(of: number, at: 0).json)
            }
            try await body(own, tenant, try await tenant.startPreparedRun())
        }
    }
}

extension ScratchDatabase {
    /// The number of the run's people that were read.
    fileprivate func read(in run: UUID) async throws -> String? {
        try await ask(
            "select count(*) from entitlements.run_app_users where run_id = '\(run)' "
                + "and outcome = 'read'")
    }
}

extension SnapshotIntake {
    fileprivate func expectWaiting(_ count: Int, for reason: Reason) async throws {
        let areWaiting = await eventually(withinSeconds: 60) {
            sets(for: reason).waitingItems(of: reason) == count
        }
        #expect(areWaiting)
    }
}
