import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("start_run")
struct StartRunTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("the answer repeats the request; a run of many people is prepared first")
    func answered() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(1)
        let row = try await tenant.database.callOne(
            StartRun(
                scope: "all", isDryRun: true, stopAtLostPercent: 7, asOf: start), in: tenant.id)
        let run = try JSONParser.parse(row.json)
        #expect(row.asOf == start)
        #expect(run["scope"] == "all")
        #expect(run["origin"] == "request")
        #expect(run["dry_run"] == true)
        #expect(run["stop_at_lost_percent"] == 7)
        #expect(run["status"] == "preparing")
        #expect(run["started_at"]?.string == start.rfc3339)
        #expect(run["ended_at"] == .null)
        #expect(run["people"]?["total"] == 0)
        #expect(run["seconds_left"] == .null)
    }

    @Test("a run over one app user needs no preparation")
    func onePerson() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(2)
        let run = try await tenant.startRun("user", of: "u_2")
        let told = try await tenant.run(run)
        #expect(told?["status"] == "running")
        #expect(told?["app_user_id"] == "u_2")
        #expect(told?["people"]?["total"] == 1)
        #expect(try await tenant.claimPeople(of: run).map(\.appUserID) == ["u_2"])
    }

    @Test("a run over an unknown or another tenant's app user is refused")
    func unknownPerson() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await TestTenant.takingSnapshots().addPeople(1)
        await expectFailure(.appUserNotFound) { try await tenant.startRun("user", of: "u_1") }
        #expect(try await tenant.rows(in: "runs") == 0)
    }

    @Test("a run of a tenant without a key is refused")
    func withoutKey() async throws {
        let tenant = try await TestTenant.create()
        await expectFailure(.upstreamNotConfigured) { try await tenant.startRun() }
        #expect(try await tenant.rows(in: "runs") == 0)
    }

    @Test("during a run another is refused with the run's id")
    func oneAtATime() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        let first = try await tenant.startRun()
        let failure = await #expect(throws: Failure.self) { try await tenant.startRun("due") }
        #expect(failure?.code == .runInProgress)
        let members = try JSONParser.parse(failure?.members ?? [])
        #expect(members["run_id"]?.string == first.uuidString.lowercased())
        // Runs of other tenants do not matter.
        try await TestTenant.takingSnapshots().startRun()
        try await tenant.cancel(first)
        #expect(try await tenant.startRun("due") != first)
    }

    @Test("a requested run cancels the scheduled one")
    func scheduleGivesWay() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(1)
        let scheduled = try #require(try await tenant.startDueRun(at: start))
        #expect(scheduled.origin == "schedule")
        let asked = try await tenant.startRun(at: start.advanced(bySeconds: 1))
        let ended = try await tenant.run(scheduled.runID)
        #expect(ended?["status"] == "cancelled")
        #expect(ended?["ended_at"]?.string == start.advanced(bySeconds: 1).rfc3339)
        #expect(try await tenant.run(asked)?["status"] == "preparing")
    }

    @Test("of eight simultaneous requests one starts a run")
    func raced() async throws {
        for hasSchedule in [false, true] {
            let tenant = try await TestTenant.createForRaces()
            try await tenant.setUpstream(sealed(1))
            try await tenant.addPeople(1)
            if hasSchedule { _ = try #require(try await tenant.startDueRun()) }
            let outcomes = try await tenant.race(
                (0..<8).map { _ in { try await tenant.startRun() } })
            #expect(outcomes.count { $0 == nil } == 1)
            #expect(outcomes.count { $0 == .runInProgress } == 7)
            #expect(try await tenant.rows(in: "runs") == (hasSchedule ? 2 : 1))
        }
    }
}
