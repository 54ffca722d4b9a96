import Entitlements
import EntitlementsDatabase
import EntitlementsWorker
import FoundationEssentials
import Reconciliation
import TestSupport
import Testing
import Traces

@Suite("A run reads many app users", .timeLimit(.minutes(5)))
struct ReconcilerTests {
    private typealias API = TenantDefinition.SnapshotPolicy.API

    @Test(
        "each app user is read once, drift is repaired, and a second run finds none",
        arguments: API.allCases)
    private func everybody(api: API) async throws {
        try await withReconciler(
            read: api, having: { appUserID, _ in appUserID == "u_3" ? [.nowRunning()] : [] }
        ) { own, tenant, running in
            try await own.addPeople(5, to: tenant)
            let first = try await running.finish(try await tenant.startRun("all"))
            #expect(first["people"]?["total"] == 5)
            #expect(first["people"]?["read"] == 5)
            #expect(first["drift"]?["causes"] == ["missed_event": 1])
            #expect(first["drift"]?["access_affected"] == 1)
            #expect(try await tenant.standing(of: "u_3").isActive)
            #expect(running.upstream.people.sorted() == (1...5).map { "u_\($0)" })

            let second = try await running.finish(try await tenant.startRun("all"))
            #expect(second["drift"]?["total"] == 0)
        }
    }

    @Test("each part of a run is a trace with its snapshots")
    func traced() async throws {
        let recorded = RecordedTraces()
        try await withReconciler(having: { _, _ in [] }, traces: recorded.traces) {
            own, tenant, running in
            try await own.addPeople(2, to: tenant)
            let run = try await running.finish(try await tenant.startRun("all"))
            let parts = recorded.spans(named: "run")
            #expect(!parts.isEmpty && parts.allSatisfy { $0.parentSpanID == nil })
            #expect(Set(parts.compactMap { $0["hearth.run_id"]?.lowercased() }).count == 1)
            #expect(run["people"]?["read"] == 2)
            let snapshots = recorded.spans(named: "snapshot")
            #expect(snapshots.count == 2)
            #expect(snapshots.allSatisfy { snapshot in parts.contains(where: snapshot.isChild) })
            let passed = Set(running.upstream.requests.flatMap { $0["traceparent"] })
            #expect(passed == Set(recorded.spans(named: "RevenueCat").map(\.place.text)))
        }
    }

    @Test("a dry run finds the same drift and changes nothing", arguments: API.allCases)
    private func dryRun(api: API) async throws {
        try await withReconciler(read: api, having: { _, _ in [.nowRunning()] }) {
            own, tenant, running in
            try await own.addPeople(1, to: tenant)
            let dry = try await running.finish(try await tenant.startRun("all", isDryRun: true))
            #expect(dry["drift"]?["total"] == 1)
            #expect(dry["people"]?["read"] == 1)
            #expect(try await tenant.standing(of: "u_1").isActive == false)
            #expect(try await own.confirmed() == "0")
            let real = try await running.finish(try await tenant.startRun("all"))
            #expect(real["drift"]?["causes"] == dry["drift"]?["causes"])
            #expect(try await tenant.standing(of: "u_1").isActive)
        }
    }

    @Test("a run in which all app users lose access is stopped", arguments: API.allCases)
    private func implausible(api: API) async throws {
        try await withReconciler(read: api) { own, tenant, running in
            for number in 1...60 {
                try await tenant.receive(.nowRunning(appUserID: "u_\(number)"))
            }
            let run = try await running.finish(try await tenant.startRun("all"))
            #expect(run["status"] == "stopped")
            #expect(running.upstream.people.count < 60)
        }
    }

    @Test(
        "a run over an unrecognised project is stopped, and changes nothing",
        arguments: API.allCases)
    private func notRecognised(api: API) async throws {
        try await withReconciler(read: api) { own, tenant, running in
            try await tenant.setUpstreamKey("sk_another")
            for number in 1...60 {
                try await tenant.receive(.nowRunning(appUserID: "u_\(number)"))
            }
            let run = try await running.finish(try await tenant.startRun("all"))
            #expect(run["status"] == "stopped")
            #expect(run["drift"]?["total"] == 0)
            // Leases end at once here, so the first sixteen are asked about five times, and more
            // are claimed before the run stops. All sixty five times would be 300.
            #expect(running.upstream.people.count < 150)
            #expect(try await tenant.standing(of: "u_60", at: "2026-11-02T00:00:00Z").isActive)
        }
    }

    @Test(
        "another worker reads a dead worker's people, and each counts once",
        arguments: API.allCases)
    private func takenOver(api: API) async throws {
        try await withReconciler(
            read: api,
            having: { appUserID, _ in
                [.initialPurchase(originalTransactionID: "t_\(appUserID)")]
            }
        ) { own, tenant, running in
            try await own.addPeople(3, to: tenant)
            let run = try await tenant.startRun("all")
            _ = try await own.database.call(ListRunAppUsers(runID: run, maximum: 10), in: tenant.id)
            // A worker that claims people and dies.
            let held = try await own.database.call(
                ClaimRunAppUsers(runID: run, maximum: 2, leaseSeconds: Reconciler.leaseSeconds),
                in: tenant.id)
            #expect(held.count == 2)
            await running.reconciler.workOnRuns()
            #expect(running.upstream.people.count == 1)
            try await own.endLeases()
            let ended = try await running.finish(run)
            #expect(running.upstream.people.count == 3)
            #expect(ended["people"]?["read"] == 3)
            // The worker was only slow: its late snapshots no longer count.
            var options = SnapshotReader.Options()
            options.runID = run
            for person in held {
                let outcome = try await running.snapshotReader.readPaid(
                    person.appUserID, of: tenant.id, options)
                guard case .read(let drift) = outcome else { throw StillRunning() }
                #expect(drift.isEmpty)
            }
        }
    }

    @Test(
        "while RevenueCat fails, each person fails after five setbacks",
        arguments: API.allCases)
    private func failing(api: API) async throws {
        try await withReconciler(read: api, answering: { _, _ in .text("<html>", status: 200) }) {
            own, tenant, running in
            try await own.addPeople(2, to: tenant)
            let ended = try await running.finish(try await tenant.startRun("all"))
            #expect(ended["status"] == "finished")
            #expect(ended["people"]?["failed"] == 2)
            #expect(ended["setback"]?.string != nil)
            // The breaker may have been open for one of the attempts.
            #expect((2...10).contains(running.upstream.people.count))
        }
    }

    @Test("two servers that share a run read each app user once", arguments: API.allCases)
    private func raced(api: API) async throws {
        try await withReconciler(read: api) { own, tenant, running in
            try await own.addPeople(40, to: tenant)
            let run = try await tenant.startRun("all")
            async let one: Void = running.reconciler.workOnRuns()
            async let other: Void = running.reconciler.workOnRuns()
            _ = await (one, other)
            _ = try await running.finish(run)
            let people = running.upstream.people
            #expect(people.count == 40)
            #expect(Set(people).count == 40)
        }
    }

    @Test("a cancelled run reads no more app users")
    func cancelled() async throws {
        try await withReconciler { own, tenant, running in
            try await own.addPeople(3, to: tenant)
            let run = try await tenant.startRun("all")
            _ = try await own.database.callOne(CancelRun(runID: run), in: tenant.id)
            await running.reconciler.workOnRuns()
            #expect(running.upstream.requests.isEmpty)
        }
    }
}

extension ReconcilerTests {
    /// The parts of a running worker.
    struct Running {
        let own: ScratchDatabase
        let tenant: TestTenant
        let reconciler: Reconciler
        let snapshotReader: SnapshotReader
        let upstream: Upstream
        let time: TestClock

        /// Works until the run ends, advancing the clock and ending leases.
        func finish(_ run: UUID) async throws -> JSONValue {
            for _ in 0..<200 {
                await reconciler.workOnRuns()
                let row = try await own.database.callOne(GetRun(runID: run), in: tenant.id)
                let json = try JSONParser.parse(row.json)
                if json["ended_at"]?.isNull == false { return json }
                time.advance(by: .seconds(61))
                try await own.endLeases()
            }
            throw StillRunning()
        }
    }

    private struct StillRunning: Error {}

    private func withReconciler(
        read api: API = .v1,
        having subscriptions: @escaping Upstream.Subscriptions = { _, _ in [] },
        answering script: Upstream.Script? = nil, traces: Traces = .off,
        _ body: (ScratchDatabase, TestTenant, Running) async throws -> Void
    ) async throws {
        let script = script ?? Upstream.people(read: api, having: subscriptions)
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database) { $0.read(api) }
            try await tenant.setUpstreamKey()
            try await own.recogniseProjects()
            try await RunningSnapshotReader.with(
                into: own.database, traces: traces, answering: script
            ) { running in
                let reconciler = Reconciler(
                    database: own.database, snapshotReader: running.snapshotReader, traces: traces,
                    logger: .silent)
                try await body(
                    own, tenant,
                    Running(
                        own: own, tenant: tenant, reconciler: reconciler,
                        snapshotReader: running.snapshotReader, upstream: running.upstream,
                        time: running.time))
            }
        }
    }
}

extension ScratchDatabase {
    fileprivate func confirmed() async throws -> String? {
        try await ask("select count(confirmed_at) from entitlements.app_users")
    }

    /// Moves all due times back instead of waiting.
    func endLeases() async throws {
        try await administer(
            """
            update entitlements.upstreams set paused_until = '-infinity', full_at = '-infinity';
            update entitlements.runs set resting_until = '-infinity' where ended_at is null;
            update entitlements.run_app_users set due_at = '-infinity' where outcome is null;
            """)
    }
}
