import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_run_app_users")
struct ListRunPeopleTests {
    private let start: Timestamp = "2096-12-01T00:00:00Z"

    @Test("the six risks are listed in order, with an identified id where possible")
    func risks() async throws {
        let tenant = try await tenantAtRisk()
        try await tenant.confirmEverybody(\.due, before: start)
        #expect(
            try await tenant.people(of: try await tenant.startRun("due", at: start), at: start)
                == RiskyPerson.all.map { "\($0.risk) \($0.id)" })
    }

    @Test("app users confirmed recently are not listed")
    func confirmed() async throws {
        let tenant = try await tenantAtRisk()
        try await tenant.confirmEverybody(\.rested, before: start)
        let run = try await tenant.startRun("due", at: start)
        #expect(try await tenant.people(of: run, at: start).isEmpty)
    }

    @Test("due app users come first, then buyers, then the others")
    func everybody() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(4)
        for id in ["u_1", "u_2", "u_4"] { try await tenant.confirm(id, at: start) }
        try await tenant.receive(
            .initialPurchase(appUserID: "u_4", purchasedAt: start.advanced(byDays: -1)),
            receivedAt: start)
        let run = try await tenant.startRun("all", at: start)
        #expect(
            try await tenant.people(of: run, at: start) == ["6 u_3", "7 u_4", "8 u_1", "8 u_2"])
    }

    @Test("an app user with many ids is listed once, by the identified id")
    func joined() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        for number in 1...3 {
            let phone = "$RCAnonymousID:\(number)"
            try await tenant.receive(.initialPurchase(appUserID: phone), receivedAt: start)
            try await tenant.receive(
                .subscriberAlias(appUserID: "u_1", aliases: [phone]), receivedAt: start)
        }
        let run = try await tenant.startRun("all", at: start)
        #expect(try await tenant.people(of: run, at: start) == ["6 u_1"])
    }

    @Test("people are listed in batches, each once", arguments: [4, 5, 6])
    func batches(count: Int) async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(count)
        let run = try await tenant.startRun("all", at: start)
        var answers: [Bool] = []
        while answers.last != true {
            let isPrepared = try await tenant.listPeople(of: run, maximum: 2, at: start) == true
            answers.append(isPrepared)
            let status = try await tenant.run(run)?["status"]
            #expect(status == (isPrepared ? "running" : "preparing"))
        }
        #expect(answers.count == count / 2 + 1)
        #expect(try await tenant.run(run)?["people"]?["total"] == .integer(Int64(count)))
    }

    @Test("a run that is prepared, ended or another tenant's lists no more people")
    func nothingToList() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(1)
        let run = try await tenant.startPreparedRun()
        try await tenant.addPeople(1, named: "v_")
        #expect(try await tenant.listPeople(of: run) == nil)
        #expect(try await tenant.run(run)?["people"]?["total"] == 1)
        try await tenant.cancel(run)
        let cancelled = try await tenant.startRun()
        #expect(try await TestTenant.takingSnapshots().listPeople(of: cancelled) == nil)
        try await tenant.cancel(cancelled)
        #expect(try await tenant.listPeople(of: cancelled) == nil)
        #expect(try await tenant.run(cancelled)?["people"]?["total"] == 0)
    }

    @Test("eight simultaneous servers list each app user once")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        try await tenant.setUpstream(sealed(1))
        try await tenant.addPeople(13)
        let run = try await tenant.startRun()
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { _ = try await tenant.listPeople(of: run, maximum: 2) } })
        #expect(outcomes.allSatisfy { $0 == nil })
        let told = try await tenant.run(run)
        #expect(told?["status"] == "running")
        #expect(told?["people"]?["total"] == 13)
    }
}

/// An app user who is due for one risk.
private struct RiskyPerson {
    let risk: Int
    let id: String
    /// The greatest age of a confirmation, in seconds, that is not due yet.
    let rested: Int64
    /// The least age of a confirmation, in seconds, that is due.
    let due: Int64

    init(_ risk: Int, _ id: String, after seconds: Int64) {
        self.risk = risk
        self.id = id
        rested = seconds - 60
        due = seconds + 60
    }

    static let hourSeconds: Int64 = 3_600

    /// The paid periods of the first two ended an hour ago.
    static let all = [
        RiskyPerson(1, "lapsed", after: hourSeconds),
        RiskyPerson(2, "cancelled", after: hourSeconds),
        RiskyPerson(3, "unpaid", after: 6 * hourSeconds),
        RiskyPerson(4, "$RCAnonymousID:orphan", after: 24 * hourSeconds),
        RiskyPerson(5, "payer", after: 24 * hourSeconds),
        RiskyPerson(6, "forgotten_1", after: 7 * 24 * hourSeconds),
    ]
}

extension ListRunPeopleTests {
    /// Creates a tenant with one app user of each risk.
    private func tenantAtRisk() async throws -> TestTenant {
        let tenant = try await TestTenant.takingSnapshots()
        let running = start.advanced(byDays: -10)
        let lapsed = start.advanced(bySeconds: -RiskyPerson.hourSeconds - 30 * 86_400)
        try await tenant.addPeople(1, named: "forgotten_")
        for event in [
            RevenueCatEvent.initialPurchase(appUserID: "lapsed", purchasedAt: lapsed),
            .initialPurchase(appUserID: "cancelled", purchasedAt: lapsed),
            .cancellation(appUserID: "cancelled", purchasedAt: lapsed),
            .initialPurchase(appUserID: "unpaid", purchasedAt: running),
            .billingIssue(appUserID: "unpaid", purchasedAt: running),
            .initialPurchase(appUserID: "$RCAnonymousID:orphan", purchasedAt: running),
            .initialPurchase(appUserID: "payer", purchasedAt: running),
        ] {
            #expect(try await tenant.receive(event, receivedAt: start).status == "applied")
        }
        try await tenant.found("payer", at: start)
        return tenant
    }
}

extension TestTenant {
    /// Sets the age of each app user's confirmation.
    fileprivate func confirmEverybody(
        _ age: KeyPath<RiskyPerson, Int64>, before start: Timestamp
    ) async throws {
        for person in RiskyPerson.all {
            try await TestDatabase.shared.administer(
                """
                update entitlements.app_users person
                   set confirmed_at = '\(start.rfc3339)'::timestamptz
                       - \(person[keyPath: age]) * interval '1 s'
                  from entitlements.app_user_ids own
                 where own.tenant_id = '\(id)'
                   and own.app_user_id = '\(person.id)'
                   and person.tenant_id = own.tenant_id
                   and person.app_user_uuid = own.app_user_uuid
                """)
        }
    }

    /// The run's people in order, each with the risk.
    fileprivate func people(of run: UUID, at moment: Timestamp) async throws -> [String?] {
        while try await listPeople(of: run, at: moment) == false {}
        return try await TestDatabase.shared.administer(
            """
            select risk || ' ' || app_user_id from entitlements.run_app_users
             where run_id = '\(run)' order by risk, app_user_id
            """
        ).map { $0[0] }
    }
}
