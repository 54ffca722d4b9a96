import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("cancel_run")
struct CancelRunTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("a cancelled run leases no more people, and keeps those read")
    func cancelled() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(3)
        let run = try await tenant.startPreparedRun(at: start)
        let held = try await tenant.claimPeople(of: run, maximum: 1, at: start)
        try await tenant.finish(held, of: run, at: start)
        let ended = try await tenant.cancel(run, at: start.advanced(bySeconds: 9))
        #expect(ended?["status"] == "cancelled")
        #expect(ended?["ended_at"]?.string == start.advanced(bySeconds: 9).rfc3339)
        #expect(ended?["people"]?["read"] == 1)
        #expect(ended?["people"]?["waiting"] == 2)
        #expect(ended?["seconds_left"] == .null)
        #expect(try await tenant.claimPeople(of: run, at: start.advanced(byDays: 1)).isEmpty)
    }

    @Test("a run that has ended is returned unchanged")
    func repeated() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        let run = try await tenant.startPreparedRun(at: start)
        #expect(try await tenant.claimPeople(of: run, at: start).isEmpty)
        let finished = try await tenant.run(run, at: start)
        #expect(finished?["status"] == "finished")
        #expect(try await tenant.cancel(run, at: start.advanced(byDays: 1)) == finished)
    }

    @Test("an unknown or another tenant's run is not found")
    func notThere() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        let run = try await tenant.startRun()
        #expect(try await TestTenant.takingSnapshots().cancel(run) == nil)
        #expect(try await tenant.cancel(UUID()) == nil)
        #expect(try await tenant.run(run)?["status"] == "preparing")
    }

    @Test("of eight simultaneous calls, one ends the run")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.setUpstream(sealed(1))
        let run = try await tenant.startRun()
        let start = start
        let ends = try await withThrowingTaskGroup(of: JSONValue?.self) { group in
            for second in Int64(0)..<8 {
                group.addTask {
                    try await tenant.cancel(run, at: start.advanced(bySeconds: second))?["ended_at"]
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends.count == 8)
        #expect(Set(ends.map { $0?.string }).count == 1)
    }

    @Test("a claim during the cancellation gets no people")
    func whileClaimed() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.setUpstream(sealed(1))
        try await tenant.addPeople(3)
        let run = try await tenant.startPreparedRun()
        let outcomes = try await tenant.queue(
            on: "select from entitlements.runs where run_id = '\(run)' for no key update",
            [
                { try await tenant.cancel(run) },
                { _ = try await tenant.claimPeople(of: run) },
            ])
        #expect(outcomes == [nil, nil])
        let claims = try await TestDatabase.shared.administer(
            "select count(claim_id) from entitlements.run_app_users where run_id = '\(run)'")
        #expect(claims == [["0"]])
    }
}
