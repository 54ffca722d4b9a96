import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("get_run")
struct GetRunTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("people are counted by outcome, and drift by cause")
    func counts() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(4)
        let run = try await tenant.startPreparedRun()
        try await tenant.settle("u_1", of: run, outcome: "failed")
        _ = try await tenant.database.callOne(
            ConfirmAppUser(appUserID: "u_2", runID: run), in: tenant.id)
        try await tenant.add(
            TestSnapshot(of: "u_3", at: "2096-11-02T00:00:00Z").listing(
                .like(.initialPurchase(appUserID: "u_3", purchasedAt: "2096-11-01T00:00:00Z"))),
            in: run)
        let told = try await tenant.run(run)
        #expect(told?["people"]?["total"] == 4)
        for outcome in ["waiting", "read", "unknown", "failed"] {
            #expect(told?["people"]?[outcome] == 1, "\(outcome)")
        }
        #expect(told?["drift"]?["total"] == 1)
        #expect(told?["drift"]?["access_affected"] == 1)
        #expect(told?["drift"]?["causes"] == ["missed_event": 1])
    }

    @Test(
        "a run that waits for the end of a pause says why",
        arguments: [
            (UpstreamPause.keyUnusable, "unauthorized"), (.unavailable, "unavailable"),
            (.rateLimited, "rate_limited"),
        ])
    func paused(reason: UpstreamPause, setback: String) async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(1)
        let run = try await tenant.startPreparedRun(at: start)
        #expect(try await tenant.run(run, at: start)?["setback"] == .null)
        _ = try await tenant.database.callOne(
            PauseUpstream(seconds: 60, reason: reason, asOf: start), in: tenant.id)
        #expect(try await tenant.run(run, at: start)?["setback"] == .string(setback))
        let later = try await tenant.run(run, at: start.advanced(bySeconds: 60))
        #expect(later?["setback"] == .null)
        try await tenant.cancel(run, at: start)
        #expect(try await tenant.run(run, at: start)?["setback"] == .null)
    }

    @Test("the rate is that of the last minute, and gives the time left")
    func rate() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(100)
        let run = try await tenant.startPreparedRun(at: start)
        // Before the first snapshot, the time left follows from the budget.
        let first = try await tenant.run(run, at: start)
        #expect(first?["people_per_minute"] == 0.0)
        #expect(first?["seconds_left"] == 13)
        #expect(first?["budget"]?["requests_per_minute"] == 480)

        for (number, second) in [(1, 5), (2, 61), (3, 89), (4, 90)] as [(Int, Int64)] {
            try await tenant.settle(
                "u_\(number)", of: run, at: start.advanced(bySeconds: second))
        }
        // The minimum of half a minute makes two people four a minute.
        let early = try await tenant.run(run, at: start.advanced(bySeconds: 30))
        #expect(early?["people_per_minute"] == 8.0)
        let later = try await tenant.run(run, at: start.advanced(bySeconds: 90))
        #expect(later?["people_per_minute"] == 3.0)
        #expect(later?["budget"]?["requests_used_per_minute"] == 3.0)
        #expect(later?["seconds_left"] == 1_920)
    }

    @Test("a v2 snapshot takes three requests")
    func threeRequests() async throws {
        let tenant = try await TestTenant.takingSnapshots {
            $0.snapshotPolicy.api = .v2
            $0.snapshotPolicy.project = "proj1"
        }
        try await tenant.addPeople(16)
        let run = try await tenant.startPreparedRun(at: start)
        #expect(try await tenant.run(run, at: start)?["seconds_left"] == 6)
        try await tenant.settle("u_1", of: run, at: start.advanced(bySeconds: 60))
        let told = try await tenant.run(run, at: start.advanced(bySeconds: 60))
        #expect(told?["people_per_minute"] == 1.0)
        #expect(told?["budget"]?["requests_used_per_minute"] == 3.0)
    }

    @Test("an unknown or another tenant's run is not found")
    func notThere() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        let run = try await tenant.startRun()
        #expect(try await TestTenant.takingSnapshots().run(run) == nil)
        #expect(try await tenant.run(UUID()) == nil)
    }
}

extension TestTenant {
    /// Adds a snapshot in a run.
    @discardableResult
    func add(
        _ snapshot: TestSnapshot, in run: UUID, isDryRun: Bool = false
    ) async throws -> [Drift] {
        try await add(snapshot, isDryRun: isDryRun, of: run)
    }

    /// Adds an empty snapshot for each of the run's people.
    func finish(
        _ people: [ClaimRunAppUsers.Row], of run: UUID, at moment: Timestamp
    ) async throws {
        for person in people {
            try await add(TestSnapshot(of: person.appUserID.rawValue, at: moment), in: run)
        }
    }

    /// Stores an outcome for one of the run's people.
    func settle(
        _ appUserID: String, of run: UUID, outcome: String = "read", isLost: Bool = false,
        at moment: Timestamp = "2999-01-01T00:00:00Z"
    ) async throws {
        try await TestDatabase.shared.administer(
            """
            update entitlements.run_app_users
               set outcome = '\(outcome)', is_lost = \(isLost), done_at = '\(moment.rfc3339)'
             where run_id = '\(run)' and app_user_id = '\(appUserID)'
            """)
    }
}
