import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("claim_run_app_users")
struct ClaimRunPeopleTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("a leased app user is not claimed again before the lease ends")
    func leased() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(3)
        let run = try await tenant.startPreparedRun(at: start)
        let held = try await tenant.claimPeople(of: run, maximum: 2, at: start)
        #expect(held.count == 2)
        let other = try await tenant.claimPeople(of: run, at: start.advanced(bySeconds: 20))
        #expect(other.count == 1)
        #expect(try await tenant.claimPeople(of: run, at: start.advanced(bySeconds: 44)).isEmpty)
        let again = try await tenant.claimPeople(of: run, at: start.advanced(bySeconds: 45))
        #expect(Set(again.map(\.appUserID)) == Set(held.map(\.appUserID)))
        #expect(Set(again.map(\.claimID)).isDisjoint(with: held.map(\.claimID)))
    }

    @Test("people are claimed by risk, then by id")
    func order() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(5)
        let run = try await tenant.startPreparedRun(at: start)
        for (number, risk) in [(1, 7), (2, 3), (3, 6), (4, 3), (5, 1)] {
            try await TestDatabase.shared.administer(
                """
                update entitlements.run_app_users set risk = \(risk)
                 where run_id = '\(run)' and app_user_id = 'u_\(number)'
                """)
        }
        var order: [String] = []
        for _ in 1...5 {
            order += try await tenant.claimPeople(of: run, maximum: 1, at: start).map(
                \.appUserID.rawValue)
        }
        #expect(order == ["u_5", "u_2", "u_4", "u_3", "u_1"])
    }

    @Test("a claim pays its requests from the budget, three a person for v2")
    func budget() async throws {
        for (isV2, people) in [(false, 9), (true, 3)] {
            let tenant = try await TestTenant.takingSnapshots {
                guard isV2 else { return }
                $0.snapshotPolicy.api = .v2
                $0.snapshotPolicy.project = "proj1"
            }
            try await tenant.addPeople(30)
            let run = try await tenant.startPreparedRun(at: start)
            #expect(try await tenant.claimPeople(of: run, at: start).count == people)
            #expect(try await tenant.claimPeople(of: run, at: start).isEmpty)
            #expect(try await tenant.take(1, at: start)?.granted == 0)
            // People beyond the budget were not claimed.
            let later = start.advanced(bySeconds: 30)
            #expect(try await tenant.claimPeople(of: run, at: later).count == people)
            #expect(try await tenant.run(run, at: later)?["people"]?["waiting"] == 30)
        }
    }

    @Test("a run finishes when all its people are read")
    func finished() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(2)
        let run = try await tenant.startPreparedRun(at: start)
        let held = try await tenant.claimPeople(of: run, at: start)
        try await tenant.finish([held[0]], of: run, at: start)
        #expect(try await tenant.claimPeople(of: run, at: start).isEmpty)
        #expect(try await tenant.run(run, at: start)?["status"] == "running")
        try await tenant.finish([held[1]], of: run, at: start)
        let end = start.advanced(bySeconds: 1)
        #expect(try await tenant.claimPeople(of: run, at: end).isEmpty)
        let told = try await tenant.run(run, at: end)
        #expect(told?["status"] == "finished")
        #expect(told?["ended_at"]?.string == end.rfc3339)
        #expect(told?["people"]?["read"] == 2)
    }

    @Test(
        "a run stops if too many of the people read last lost access",
        arguments: [
            (done: 20, lost: 10, percent: 50, isStopped: false), (20, 11, 50, true),
            (19, 19, 50, false), (20, 1, 5, false), (20, 2, 5, true), (20, 20, 100, false),
            (101, 51, 50, true),
        ] as [(done: Int, lost: Int, percent: Int32, isStopped: Bool)])
    func implausible(done: Int, lost: Int, percent: Int32, isStopped: Bool) async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(done + 1)
        let run = try await tenant.startPreparedRun(stopAtLostPercent: percent, at: start)
        // The people who lost access were read last.
        try await TestDatabase.shared.administer(
            """
            update entitlements.run_app_users
               set outcome = 'read', is_lost = number > \(done - lost),
                   done_at = '\(start.rfc3339)'::timestamptz + number * interval '1 s'
              from (select app_user_id, row_number() over () as number
                      from entitlements.run_app_users where run_id = '\(run)' limit \(done)) as read
             where run_id = '\(run)' and run_app_users.app_user_id = read.app_user_id
            """)
        let given = try await tenant.claimPeople(of: run, at: start)
        #expect(given.isEmpty == isStopped)
        let status = try await tenant.run(run, at: start)?["status"]
        #expect(status == (isStopped ? "stopped" : "running"))
    }

    @Test("early losses do not stop a run that has gone well since")
    func recovered() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(202)
        let run = try await tenant.startPreparedRun(at: start)
        try await TestDatabase.shared.administer(
            """
            update entitlements.run_app_users
               set outcome = 'read', is_lost = number <= 101,
                   done_at = '\(start.rfc3339)'::timestamptz + number * interval '1 s'
              from (select app_user_id, row_number() over () as number
                      from entitlements.run_app_users where run_id = '\(run)' limit 201) as read
             where run_id = '\(run)' and run_app_users.app_user_id = read.app_user_id
            """)
        #expect(try await tenant.claimPeople(of: run, at: start).count == 1)
    }

    @Test("a run in preparation, or another tenant's, gives no people")
    func nobody() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(1)
        let other = try await TestTenant.takingSnapshots()
        let run = try await tenant.startRun()
        #expect(try await tenant.claimPeople(of: run).isEmpty)
        #expect(try await tenant.run(run)?["status"] == "preparing")
        while try await tenant.listPeople(of: run) == false {}
        #expect(try await other.claimPeople(of: run).isEmpty)
        #expect(try await tenant.claimPeople(of: run).count == 1)
    }

    @Test("eight simultaneous workers claim each app user once")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces {
            $0.snapshotPolicy.requestsPerMinute = 48_000
        }
        try await tenant.setUpstream(sealed(1))
        try await tenant.addPeople(40)
        let run = try await tenant.startPreparedRun(at: start)
        let start = start
        let claimed = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var mine: [String] = []
                    for _ in 0..<4 {
                        mine += try await tenant.claimPeople(of: run, maximum: 3, at: start)
                            .map(\.appUserID.rawValue)
                    }
                    return mine
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.count == 40)
        #expect(Set(claimed).count == 40)
    }
}
