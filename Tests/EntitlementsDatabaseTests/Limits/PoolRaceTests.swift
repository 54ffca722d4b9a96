import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("Races for limits that a household uses together", .soak)
struct PoolRaceTests {
    private let noon = PoolTenant.noon
    private let members = ["u_1", "u_2", "u_3", "u_4"]

    @Test("simultaneous uses by four members never exceed the pool")
    func members() async throws {
        let tenant = try await TestTenant.createForRaces(PoolTenant.rules)
        let (members, moment) = (members, noon)
        try await tenant.found("u_1", with: Array(members.dropFirst()), at: noon)
        let refusals = try await tenant.race(
            (0..<32).map { number in
                { try await tenant.consume("scans", by: members[number % 4], at: moment) }
            })
        #expect(refusals.count { $0 == nil } == 5)
        #expect(refusals.allSatisfy { $0 == nil || $0 == .limitReached })
        #expect(try await tenant.used("scans", by: "u_1", at: moment) == 5)
    }

    @Test("a use waits for a join, and then counts in the household")
    func join() async throws {
        let tenant = try await TestTenant.createForRaces(PoolTenant.rules)
        let (moment, later) = (noon, noon.advanced(bySeconds: 1))
        let household = try await tenant.found("u_1", at: noon)
        try await tenant.consume("scans", by: "u_1", 5, at: noon)
        try await tenant.consume("letters", by: "u_2", at: noon)
        let invite = try await tenant.invite(to: household, at: noon)
        let refusals = try await tenant.queue(
            on: Self.lock(of: "u_2", in: tenant),
            [
                { try await tenant.join("u_2", by: invite, at: moment) },
                { try await tenant.consume("scans", by: "u_2", at: later) },
            ])
        #expect(refusals == [nil, .limitReached])
    }

    @Test("a join that waits for a use does not bring it", arguments: [false, true])
    func joinAfterUse(isConfirmed: Bool) async throws {
        let tenant = try await TestTenant.createForRaces { rules in
            PoolTenant.rules(&rules)
            rules.households.confirmByOwner = isConfirmed
        }
        let household = try await tenant.found("u_1")
        let invite = try await tenant.invite(to: household)
        try await tenant.consume("letters", by: "u_2")
        if isConfirmed { try await tenant.join("u_2", by: invite) }
        let refusals = try await tenant.queue(
            on: Self.lock(of: "u_2", in: tenant),
            [
                { try await tenant.consume("recipes", by: "u_2") },
                {
                    if isConfirmed {
                        try await tenant.confirm("u_2", in: household)
                    } else {
                        _ = try await tenant.join("u_2", by: invite)
                    }
                },
            ])
        #expect(refusals == [nil, nil])
        #expect(try await tenant.used("recipes", by: "u_1") == 0)
    }

    @Test("a reservation that expires is confirmed or replaced, never both")
    func confirm() async throws {
        let tenant = try await TestTenant.createForRaces(PoolTenant.rules)
        let household = try await tenant.found("u_1", with: ["u_2"], at: noon)
        let reserved = try await tenant.reserve("scans", by: "u_1", 5, seconds: 60, at: noon)
        let reservation = try #require(reserved.reservationID)
        let (before, after) = (noon.advanced(bySeconds: 59), noon.advanced(bySeconds: 61))
        let refusals = try await tenant.queue(
            on: TestTenant.lock(household.uuidString),
            [
                { try await tenant.confirmReservation(reservation, at: before) },
                { try await tenant.consume("scans", by: "u_2", at: after) },
            ])
        #expect(refusals == [nil, .limitReached])
    }

    @Test("uses beside joins and departures never exceed the pool")
    func departures() async throws {
        let tenant = try await TestTenant.createForRaces(PoolTenant.rules)
        for round in 0..<TestEffort.share(of: 200, atLeast: 4) {
            let names = members.map { "\($0)_\(round)" }
            let household = try await tenant.found(
                names[0], with: [names[1], names[2]])
            let invite = try await tenant.invite(to: household)
            let uses: [RacedCall] = (0..<12).map { number in
                { _ = try await tenant.consume("recipes", by: names[number % 4]) }
            }
            let moves: [RacedCall] = [
                { try await tenant.join(names[3], by: invite) },
                { try await tenant.leave(names[1], household) },
            ]
            let refusals = try await tenant.race(uses + moves)
            #expect(refusals.allSatisfy { $0 == nil || $0 == .limitReached })
            let used = try await tenant.uses(of: "recipes", by: names[0])
            #expect(used.count <= 8)
            #expect(
                try await tenant.used("recipes", by: names[0]) == .integer(Int64(used.count)))
        }
    }

    private static func lock(of appUserID: String, in tenant: TestTenant) -> String {
        """
        select from entitlements.app_users locked
          join entitlements.app_user_ids own using (tenant_id, app_user_uuid)
         where own.tenant_id = '\(tenant.id)' and own.app_user_id = '\(appUserID)'
           for no key update of locked
        """
    }
}
