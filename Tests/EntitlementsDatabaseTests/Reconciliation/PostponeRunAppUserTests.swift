import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("postpone_run_app_user")
struct PostponeRunPersonTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("each setback doubles the delay, and the fifth fails the person")
    func backoff() async throws {
        let (tenant, run) = try await tenantWithRun()
        var now = start
        var waits: [Int64] = []
        for _ in 1...5 {
            let person = try #require(try await tenant.claimPeople(of: run, at: now).first)
            let due = try #require(try await tenant.postpone(person, of: run, at: now))
            #expect(
                try await tenant.claimPeople(of: run, at: due.advanced(bySeconds: -1)).isEmpty)
            waits.append(due.secondsSinceEpoch - now.secondsSinceEpoch)
            now = due
        }
        #expect(waits == [15, 30, 60, 120, 240])
        let told = try await tenant.run(run)
        #expect(told?["people"]?["failed"] == 1)
        #expect(told?["setback"] == "unavailable")
        #expect(told?["status"] == "finished")
    }

    @Test("while RevenueCat is busy with a person, the delay begins with two seconds")
    func busy() async throws {
        let (tenant, run) = try await tenantWithRun()
        let person = try #require(try await tenant.claimPeople(of: run, at: start).first)
        let due = try await tenant.postpone(
            person, of: run, because: "busy", at: start)
        #expect(due == start.advanced(bySeconds: 2))
    }

    @Test("the delay is never shorter than RevenueCat's Retry-After")
    func retryAfter() async throws {
        let (tenant, run) = try await tenantWithRun()
        let person = try #require(try await tenant.claimPeople(of: run, at: start).first)
        let due = try await tenant.postpone(
            person, of: run, retryAfterMilliseconds: 300_000, at: start)
        #expect(due == start.advanced(bySeconds: 300))
    }

    @Test("a wait for the budget is never counted as a failure")
    func turn() async throws {
        let (tenant, run) = try await tenantWithRun()
        var now = start
        for _ in 1...8 {
            let person = try #require(try await tenant.claimPeople(of: run, at: now).first)
            let due = try await tenant.postpone(
                person, of: run, isSetback: false, retryAfterMilliseconds: 500, at: now)
            #expect(due == now.advanced(byMilliseconds: 500))
            now = now.advanced(bySeconds: 1)
        }
        #expect(try await tenant.run(run)?["people"]?["waiting"] == 1)
    }

    @Test("an outdated claim changes neither the person nor the run")
    func stale() async throws {
        let (tenant, run) = try await tenantWithRun()
        let dead = try #require(try await tenant.claimPeople(of: run, at: start).first)
        let later = start.advanced(bySeconds: 45)
        let live = try #require(try await tenant.claimPeople(of: run, at: later).first)
        #expect(try await tenant.postpone(dead, of: run, at: later) == nil)
        #expect(try await tenant.run(run)?["setback"] == .null)
        try await tenant.finish([live], of: run, at: later)
        #expect(try await tenant.postpone(live, of: run, at: later) == nil)
        #expect(try await tenant.run(run)?["setback"] == .null)
        #expect(try await tenant.run(run)?["people"]?["read"] == 1)
    }

    @Test("another tenant's person is not found")
    func otherTenant() async throws {
        let (tenant, run) = try await tenantWithRun()
        let person = try #require(try await tenant.claimPeople(of: run, at: start).first)
        let other = try await TestTenant.takingSnapshots()
        #expect(try await other.postpone(person, of: run, at: start) == nil)
        #expect(try await tenant.run(run)?["setback"] == .null)
    }

    @Test("of two simultaneous postponements of a claim, one counts")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.setUpstream(sealed(1))
        try await tenant.addPeople(1)
        let run = try await tenant.startPreparedRun(at: start)
        let person = try #require(try await tenant.claimPeople(of: run, at: start).first)
        let start = start
        async let one = tenant.postpone(person, of: run, at: start)
        async let other = tenant.postpone(person, of: run, at: start)
        let dues = [try await one, try await other].compactMap(\.self)
        #expect(dues == [start.advanced(bySeconds: 15)])
    }

    private func tenantWithRun() async throws -> (TestTenant, UUID) {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(1)
        return (tenant, try await tenant.startPreparedRun(at: start))
    }
}

extension TestTenant {
    fileprivate func postpone(
        _ person: ClaimRunAppUsers.Row, of run: UUID, because reason: String = "unavailable",
        isSetback: Bool = true,
        retryAfterMilliseconds: Int32 = 0, at moment: Timestamp
    ) async throws -> Timestamp? {
        try await database.call(
            PostponeRunAppUser(
                runID: run, appUserID: person.appUserID, claimID: person.claimID,
                reason: reason, isSetback: isSetback,
                retryAfterMilliseconds: retryAfterMilliseconds, asOf: moment),
            in: id
        ).first?.dueAt
    }
}
