import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Repeatedly, more app users than seats redeem invites at once: as many join as there are seats.
@Suite("The last seats of a household", .soak)
struct LastSeatTests {
    private static let rounds = TestEffort.share(of: 2_000)

    /// Each worker has its own household.
    private static let workers = 4

    @Test("simultaneous joins fill exactly the free seats")
    func race() async throws {
        let change = { (rules: inout TenantDefinition.HouseholdRules) in
            rules.maxMembers = 1 + RacedHousehold.freeSeats
            (rules.invitesWithinSeats, rules.switchCooldownDays) = (false, 0)
            rules.joinsPer30Days = 1_000
        }
        try await TestAPI.run(households: change) { api in
            let outcomes = try await Self.outcomes(api)
            let latencies = outcomes.flatMap(\.milliseconds).sorted()
            let p99 = latencies[min(latencies.count * 99 / 100, latencies.count - 1)]
            print(
                "household race: \(outcomes.count) rounds, \(latencies.count) joins,",
                "p99 of a join \(p99) ms")
            #expect(outcomes.count == Self.rounds)
            let seats = 1 + RacedHousehold.freeSeats
            #expect(outcomes.filter { $0.members > seats }.count == 0, "rounds over the cap")
            #expect(outcomes.filter { $0.members < seats }.count == 0, "rounds with a seat left")
            #expect(outcomes.filter { $0.winners + 1 != $0.members }.count == 0)
            #expect(try await api.tenant.invariantViolations() == [])
        }
    }

    private static func outcomes(_ api: TestAPI) async throws -> [RacedHousehold.Round] {
        try await withThrowingTaskGroup(of: [RacedHousehold.Round].self) { group in
            for worker in 0..<workers {
                let share = (rounds + workers - 1 - worker) / workers
                group.addTask {
                    try await RacedHousehold.race(api, named: "w\(worker)", share)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}
