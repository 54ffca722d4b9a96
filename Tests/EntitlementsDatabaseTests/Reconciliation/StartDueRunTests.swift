import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("start_due_run")
struct StartDueRunTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("a run begins if an app user is at risk, and not otherwise")
    func due() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        #expect(try await tenant.startDueRun(at: start) == nil)
        try await tenant.addPeople(1)
        let row = try #require(try await tenant.startDueRun(at: start))
        #expect(row.origin == "schedule")
        let run = try await tenant.run(row.runID)
        #expect(run?["scope"] == "due")
        #expect(run?["dry_run"] == false)

        try await tenant.cancel(row.runID)
        try await tenant.confirm("u_1", at: start)
        #expect(try await tenant.startDueRun(at: start) == nil)
    }

    @Test("merged app users do not hide the ones who are due")
    func joined() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        for number in 1...20 {
            let phone = "$RCAnonymousID:\(number)"
            try await tenant.receive(.initialPurchase(appUserID: phone))
            try await tenant.receive(.subscriberAlias(appUserID: "u_1", aliases: [phone]))
        }
        try await tenant.confirm("u_1", at: start)
        #expect(try await tenant.startDueRun(at: start) == nil)
        try await tenant.addPeople(1, named: "v_")
        #expect(try await tenant.startDueRun(at: start) != nil)
    }

    @Test("no run begins during another, or without a key")
    func nothing() async throws {
        let keyless = try await TestTenant.create()
        try await keyless.addPeople(1)
        #expect(try await keyless.startDueRun(at: start) == nil)

        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(1)
        let first = try await tenant.startDueRun(at: start)
        #expect(first != nil)
        #expect(try await tenant.startDueRun(at: start) == nil)
        #expect(try await tenant.rows(in: "runs") == 1)
    }

    @Test("a catch-up covers all app users once, and cancels the scheduled run")
    func catchUp() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(1)
        let scheduled = try #require(try await tenant.startDueRun(at: start))
        try await tenant.needCatchUp()
        let row = try #require(try await tenant.startDueRun(at: start))
        #expect(row.origin == "catch_up")
        #expect(try await tenant.run(row.runID)?["scope"] == "all")
        #expect(try await tenant.run(scheduled.runID)?["status"] == "cancelled")

        try await tenant.cancel(row.runID)
        try await tenant.confirm("u_1", at: start)
        #expect(try await tenant.startDueRun(at: start) == nil)
    }

    @Test("a requested run goes on, and a catch-up follows it")
    func afterRequest() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        let asked = try await tenant.startRun()
        try await tenant.needCatchUp()
        #expect(try await tenant.startDueRun(at: start) == nil)
        #expect(try await tenant.run(asked)?["ended_at"] == .null)
        try await tenant.cancel(asked)
        #expect(try await tenant.startDueRun(at: start)?.origin == "catch_up")
    }

    @Test("of eight simultaneous servers one begins a run")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.setUpstream(sealed(1))
        try await tenant.needCatchUp()
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { _ = try await tenant.startDueRun() } })
        #expect(outcomes.allSatisfy { $0 == nil })
        #expect(try await tenant.rows(in: "runs") == 1)
    }
}

extension TestTenant {
    func startDueRun(at moment: Timestamp? = nil) async throws -> StartDueRun.Row? {
        try await database.call(StartDueRun(asOf: moment), in: id).first
    }

    /// Confirms an app user, as after an empty answer of RevenueCat.
    func confirm(_ appUserID: String, at moment: Timestamp) async throws {
        _ = try await database.callOne(
            ConfirmAppUser(appUserID: AppUserID(appUserID), asOf: moment), in: id)
    }

    fileprivate func needCatchUp() async throws {
        try await TestDatabase.shared.administer(
            "update entitlements.upstreams set needs_catch_up = true where tenant_id = '\(id)'")
    }
}
