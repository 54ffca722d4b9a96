import Entitlements
import EntitlementsDatabase
import Migrations
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Every answer is checked against `openapi.yaml`, which requires a field that the older release
/// does not know.
@Suite("Stored answers of another release", .timeLimit(.minutes(20)))
struct AnswersOfReleasesTests {
    @Test("a filled database is upgraded, stepped back and upgraded", arguments: [true, false])
    func upgraded(hasShape: Bool) async throws {
        let older = Migrations.Schema.older(hasShape: hasShape)
        try await ScratchDatabase.with(older) { old in
            let tenant = try await TestTenant.create(in: old.database)
            try await tenant.fill()
            let people = try await old.people()
            while try await old.refresh(maximum: 100) > 0 {}
            let before = try await tenant.olderAnswers(of: people)
            #expect(try await old.adopted() == 0)
            try await old.migrate(to: .embedded)
            try await ScratchDatabase.lend(old.connectionString) { new in
                let same = TestTenant(id: tenant.id, slug: tenant.slug, database: new.database)
                try await TestAPI.run(of: same) { api in
                    let logged = try await old.logged()
                    let answers = try await api.answers(of: people, in: new)
                    #expect(try await old.adopted() == 0, "a lookup stores nothing")
                    try await new.adoptAll(beside: old)
                    #expect(try await api.answers(of: people, in: new) == answers)
                    #expect(try await same.invariantViolations() == [])

                    // The step back: what the newer release stored is not served either.
                    #expect(try await tenant.olderAnswers(of: people) == before)
                    while try await old.refresh(maximum: 100) > 0 {}
                    #expect(try await old.adopted() == 0)
                    #expect(try await tenant.olderAnswers(of: people) == before)
                    #expect(try await api.answers(of: people, in: new) == answers)
                    while try await new.refresh(maximum: 100) > 0 {}
                    #expect(try await old.adopted() == old.stored())
                    #expect(try await api.answers(of: people, in: new) == answers)
                    #expect(try await old.logged() == logged, "a new field is no change")
                }
            }
        }
    }

    @Test("what both write while both serve is derived by each, and neither takes turns")
    func together() async throws {
        try await ScratchDatabase.with(.older(hasShape: true)) { old in
            let tenant = try await TestTenant.create(in: old.database)
            try await old.migrate(to: .embedded)
            try await ScratchDatabase.lend(old.connectionString) { new in
                let same = TestTenant(id: tenant.id, slug: tenant.slug, database: new.database)
                for (server, database) in [("old", old), ("new", new)] {
                    _ = try await database.database.call(
                        NotePresence(serverName: server, keyIDs: []))
                }
                try await TestAPI.run(of: same) { api in
                    try await tenant.receive(.nowRunning(appUserID: "u_1"))
                    try await same.receive(.nowRunning(id: "e_2", appUserID: "u_2"))
                    for database in [old, new, old, new] {
                        #expect(try await database.refresh(maximum: 100) == 0)
                    }
                    #expect(try await old.adopted() == 1)
                    _ = try await api.answers(of: ["u_1", "u_2"], in: new)
                    _ = try await tenant.olderAnswers(of: ["u_1", "u_2"])

                    // The old server writes an answer that the new one stored, and the other way.
                    try await tenant.receive(.refund(id: "e_3", appUserID: "u_2"))
                    try await same.receive(.refund(id: "e_4", appUserID: "u_1"))
                    _ = try await api.answers(of: ["u_1", "u_2"], in: new)
                    _ = try await tenant.olderAnswers(of: ["u_1", "u_2"])
                    #expect(try await old.adopted() == 1)

                    // What the clock changed is due for either, once.
                    try await old.administer(
                        "update entitlements.stored_answers set valid_until = now()")
                    #expect(try await new.refresh(maximum: 100) == 2)
                    #expect(try await old.refresh(maximum: 100) == 0)
                }
            }
        }
    }
}

extension TestTenant {
    /// People with purchases and grants of every kind, and without.
    fileprivate func fill() async throws {
        for seed in 1...6 {
            for event in PurchaseHistory(seed: UInt64(seed), prefix: "h\(seed)").events {
                try await receive(event)
            }
        }
        for person in ["payer", "sandboxed", "refunded"] {
            let bought = RevenueCatEvent.nowRunning(id: "e_\(person)", appUserID: person)
                .transaction("t_\(person)", original: "t_\(person)")
            try await receive(person == "sandboxed" ? bought.inSandbox : bought)
        }
        try await receive(
            RevenueCatEvent.refund(
                id: "e_r", appUserID: "refunded", originalTransactionID: "t_refunded"))
        try await found("payer", with: ["member"])
        try await grant(to: "granted", for: "P1Y")
        try await grant(to: "forever")
        try await create("new", "identified")
    }

    /// What the older release answers, by both of its functions; without the newer field.
    fileprivate func olderAnswers(of people: [String]) async throws -> [JSONValue] {
        var answers: [JSONValue] = []
        for person in people {
            let set = try await database.callOne(
                GetEntitlementsSet(appUserIDs: [AppUserID(person)]), in: id)
            answers += [try await entitlements(of: person), try JSONParser.parse(set.json)]
        }
        #expect(answers.contains { "\($0)".contains("trial_ends_at") })
        #expect(!answers.contains { "\($0)".contains("management_url") })
        return answers
    }
}

extension TestAPI {
    /// What all routes that serve stored answers say of people.
    fileprivate func answers(
        of people: [String], in database: ScratchDatabase
    ) async throws -> [JSONValue?] {
        let moment =
            try await database.ask(
                "select \(release).rfc3339(now() + interval '1 hour')") ?? ""
        let json = [("Content-Type", "application/json")]
        var answers: [JSONValue?] = []
        for person in people {
            let path = "/v1/users/\(person)/entitlements"
            for target in [path, "\(path)?as_of=\(moment)", "\(path)?environment=sandbox"] {
                let found = try await get("getEntitlements", target).json
                answers += [found["entitlements"], found["plan"]]
            }
            let one = try await get("getEntitlement", "\(path)/plus").json
            let check = #"{"checks":[{"app_user_id":"\#(person)","entitlement_id":"plus"}]}"#
            let checked = try await send(
                "checkEntitlements", "POST", "/v1/entitlements/check", key: readKey, headers: json,
                body: Array(check.utf8)
            ).json
            answers += [one["source"], checked["checks"]]
        }
        return answers
    }
}

extension ScratchDatabase {
    fileprivate func people() async throws -> [String] {
        try await administer("select app_user_id from entitlements.app_user_ids order by 1")
            .compactMap { $0[0] } + ["unknown"]
    }

    fileprivate func refresh(maximum: Int32) async throws -> Int64 {
        try await database.callOne(RefreshDueAnswers(maximum: maximum)).lookedAt
    }

    /// Adopts all answers, three a call, once no server of the other release is present.
    fileprivate func adoptAll(beside old: ScratchDatabase) async throws {
        let all = try await stored()
        _ = try await old.database.call(NotePresence(serverName: "old", keyIDs: []))
        _ = try await database.call(NotePresence(serverName: "new", keyIDs: []))
        #expect(try await refresh(maximum: 100) == 0)
        #expect(try await adopted() == 0)
        try await old.database.callOne(NoteDeparture(serverName: "old"))
        for number in 1...all {
            let found = try await refresh(maximum: 3)
            #expect(try await adopted() == min(3 * number, all))
            #expect(found == min(3, Int64(all - min(3 * (number - 1), all))))
            if found == 0 { break }
        }
        #expect(try await adopted() == all)
        try await database.callOne(NoteDeparture(serverName: "new"))
    }

    /// How many answers this build stored last.
    fileprivate func adopted() async throws -> Int {
        try await count(
            "where stored.definition_version = \(release).answer_version("
                + "tenant.definition_version)")
    }

    fileprivate func stored() async throws -> Int { try await count() }

    private func count(_ condition: String = "") async throws -> Int {
        let count = try await ask(
            """
            select count(*)
              from (select tenant_id, definition_version from entitlements.stored_answers
                     union all
                    select tenant_id, definition_version from entitlements.sandbox_answers)
                   as stored
              join entitlements.tenants tenant using (tenant_id)
            \(condition)
            """)
        return count.flatMap { Int($0) } ?? -1
    }

    /// How many changes the change log has.
    fileprivate func logged() async throws -> String? {
        try await ask(
            """
            select (select count(*) from entitlements.pending_changes)
                   + (select count(*) from entitlements.change_entries)
            """)
    }
}
