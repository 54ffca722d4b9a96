import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Reconciliation
import TestSupport
import Testing

@Suite("Snapshots that say what was said share a transaction", .timeLimit(.minutes(5)))
struct RepeatedSnapshotsTests {
    private static let people = 80

    @Test("what comes while some are written goes together, and each is told of its own")
    func shared() async throws {
        try await withRun { own, tenant, run in
            let repeats = RepeatedSnapshots(database: own.database)
            let outcomes = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
                try await own.whileHolding("lock table entitlements.snapshots") {
                    for number in 1...Self.people {
                        // Of every fourth something else is said.
                        let snapshot = Self.snapshot(
                            of: number, isNew: number.isMultiple(of: 4), at: 1)
                        group.addTask {
                            (number, await repeats.add(snapshot, of: tenant.id, for: run))
                        }
                    }
                    let isHeldUp = try await eventually {
                        try await own.ask(
                            "select count(*) from pg_locks join pg_database on oid = database "
                                + "where datname = current_database() and not granted") == "1"
                    }
                    #expect(isHeldUp)
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for number in 1...Self.people {
                #expect(outcomes[number] == !number.isMultiple(of: 4), "\(number)")
            }
            let written = Self.people * 3 / 4
            #expect(
                try await own.ask(
                    "select count(*) from entitlements.run_people where outcome = 'read'")
                    == "\(written)")
            // Those of one transaction have one time. The first of them was alone.
            let transactions = try await own.ask(
                "select count(distinct received_at) from entitlements.snapshots "
                    + "where run_id is not null")
            #expect(["2", "3", "4"].contains(transactions))
        }
    }

    @Test("where it fails nobody is repeated, and each is added by itself")
    func failing() async throws {
        try await withRun { own, tenant, run in
            let repeats = RepeatedSnapshots(database: own.database)
            try await own.administer("drop function api.repeat_snapshots")
            await withTaskGroup(of: Bool.self) { group in
                for number in 1...Self.people {
                    group.addTask {
                        await repeats.add(
                            Self.snapshot(of: number, at: 1), of: tenant.id, for: run)
                    }
                }
                for await isRepeated in group { #expect(!isRepeated) }
            }
            var manner = ReadBack.Manner()
            manner.runID = run
            try await RunningReadBack.with(
                into: own.database,
                answering: { _, _ in .subscriber(at: TestClock.start.advanced(bySeconds: 1)) }
            ) { running in
                let outcome = try await running.readBack.readPaid("u_1", of: tenant.id, manner)
                #expect(outcome.drift?.isEmpty == true)
            }
            #expect(
                try await own.ask(
                    "select count(*) from entitlements.run_people where outcome = 'read'") == "1")
        }
    }

    @Test("a dry run, and who is read for no run, are not written this way")
    func others() async throws {
        try await withRun { own, tenant, run in
            try await own.administer("drop function api.add_snapshot")
            try await RunningReadBack.with(
                into: own.database,
                answering: { _, _ in .subscriber(at: TestClock.start.advanced(bySeconds: 1)) }
            ) { running in
                var ofRun = ReadBack.Manner()
                ofRun.runID = run
                var dry = ofRun
                dry.isDryRun = true
                for manner in [dry, ReadBack.Manner()] {
                    await #expect(throws: (any Error).self) {
                        try await running.readBack.readPaid("u_1", of: tenant.id, manner)
                    }
                }
                let outcome = try await running.readBack.readPaid("u_1", of: tenant.id, ofRun)
                #expect(outcome.drift?.isEmpty == true)
            }
        }
    }

    private static func snapshot(
        of number: Int, isNew: Bool = false, at seconds: Int64
    ) -> Snapshot {
        Snapshot(
            readAt: TestClock.start.advanced(bySeconds: seconds), appUserID: "u_\(number)",
            appUserIDs: ["u_\(number)"], firstSeenAt: isNew ? TestClock.start : nil, purchases: [])
    }

    /// A run over people who were read before, and have nothing.
    private func withRun(
        _ body: (ScratchDatabase, TestTenant, UUID) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.setUpstreamKey()
            try await own.addPeople(Self.people, to: tenant)
            for number in 1...Self.people {
                _ = try await own.database.call(
                    AddSnapshot(snapshot: Self.snapshot(of: number, at: 0).json), in: tenant.id)
            }
            try await body(own, tenant, try await tenant.startPreparedRun())
        }
    }
}
