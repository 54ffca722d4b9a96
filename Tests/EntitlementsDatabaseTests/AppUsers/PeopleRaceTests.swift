import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Races merges in both directions, a webhook, a claim and a join about one person.
@Suite("Races about a person", .soak)
struct PeopleRaceTests {
    private static let rounds = TestEffort.share(of: 2_000)
    private static let workers = 4

    @Test("races lose and double no purchase, and return no deadlock")
    func races() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<Self.workers {
                group.addTask {
                    let tenant = try await TestTenant.create()
                    for round in stride(from: worker, to: Self.rounds, by: Self.workers) {
                        try await Self.run("\(round)", in: tenant)
                    }
                    #expect(try await tenant.invariantViolations() == [])
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("a merge waits only for merges of the same people")
    func others() async throws {
        let tenant = try await TestTenant.createForRaces()
        for person in ["a", "c"] {
            try await tenant.create(person)
            try await tenant.receive(
                .initialPurchase(
                    appUserID: person, expiresAt: "2999-01-01T00:00:00Z",
                    originalTransactionID: "of-\(person)"))
        }
        let refusals = try await tenant.queue(
            on: """
                select set_config('hearth.tenant_id', '\(tenant.id)', true);
                select \(release).identify_app_user('a', 'b', 'vouched', null, 'secret_key:test')
                """,
            [{ try await tenant.identify("a", as: "d") }]
        ) {
            try await tenant.identify("c", as: "e")
            #expect(try await tenant.standing(of: "e").isActive)
        }
        #expect(refusals == [.notAnonymous])
        #expect(try await tenant.invariantViolations() == [])
    }

    /// Races calls about two anonymous app users with a purchase each.
    private static func run(_ round: String, in tenant: TestTenant) async throws {
        let (a, b) = ("a\(round)", "b\(round)")
        for person in [a, b] {
            try await tenant.create(person)
            try await tenant.receive(
                .initialPurchase(appUserID: person, originalTransactionID: "c-\(person)"))
        }
        let household = try await tenant.found("host\(round)")
        let invite = try await tenant.invite(to: household)
        let outcomes = try await tenant.race([
            { try await tenant.identify(a, as: b) },
            { try await tenant.identify(b, as: a) },
            {
                try await tenant.receive(
                    .initialPurchase(appUserID: a, originalTransactionID: "c-late-\(a)"))
            },
            { try await tenant.claim(a, for: "u\(round)") },
            { try await tenant.join(a, by: invite) },
        ])
        try await check(outcomes, round, in: tenant)
    }

    private static func check(
        _ outcomes: [ErrorCode?], _ round: String, in tenant: TestTenant
    ) async throws {
        let (a, b) = ("a\(round)", "b\(round)")
        let allowed: Set<ErrorCode> = [.notAnonymous, .mergeConflict, .orphanNotFound]
        let refused = outcomes.compactMap(\.self)
        #expect(refused.allSatisfy(allowed.contains), "round \(round): \(outcomes)")
        #expect(outcomes[2] == nil && outcomes[4] == nil, "round \(round): \(outcomes)")
        // At most one direction of the merge succeeded, and some call identified `a`.
        #expect(outcomes[0] != nil || outcomes[1] != nil, "round \(round)")
        let owners = try await tenant.owners(of: ["c-\(a)", "c-\(b)", "c-late-\(a)"])
        #expect(owners.count == 3, "round \(round): \(owners)")
        #expect(owners["c-\(a)"] == owners["c-late-\(a)"], "round \(round): \(owners)")
        let people = Set(owners.values.flatMap { $0.split(separator: " ").map(String.init) })
        #expect(people.isSuperset(of: [a, b]), "round \(round): \(owners)")
    }
}
