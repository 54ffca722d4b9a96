import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("join_my_household")
struct JoinMyHouseholdTests {
    @Test("a member sees the household without invites; a repetition gives the same")
    func works() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_1")
        let code = try await tenant.endUser("u_1").invite()
        _ = try await tenant.endUser("u_1").invite()
        for _ in 0..<2 {
            let joined = try await tenant.endUser("u_2").join(code)
            #expect(joined.isConfirmed)
            #expect(joined.household["invites"] == [])
            #expect(
                joined.household["members"]?.array?.map { $0["app_user_id"] } == ["u_1", "u_2"])
        }
        try await expectSound(tenant)
    }

    @Test("while the owner must confirm, only the household's id and name are seen")
    func waiting() async throws {
        let tenant = try await TestTenant.create { $0.households.confirmByOwner = true }
        try await tenant.found("u_1")
        let code = try await tenant.endUser("u_1").invite()
        let joined = try await tenant.endUser("u_2").join(code)
        #expect(!joined.isConfirmed)
        #expect(joined.household.object?.members.map(\.name) == ["household_id", "name"])
        try await tenant.endUser("u_1").confirm("u_2")
        #expect(try await tenant.endUser("u_2").join(code).isConfirmed)
    }

    @Test("wrong and foreign codes, spent codes and too early switches are refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await tenant.found("u_1")
        try await other.found("u_1")
        let foreign = try await other.endUser("u_1").invite()
        let code = try await tenant.endUser("u_1").invite()
        let second = try await tenant.endUser("u_1").invite()
        try await tenant.endUser("u_2").join(code)
        for code in [foreign, "wrong", code] {
            try await expectRefusal(.inviteNotFound, in: tenant) {
                try await tenant.endUser("u_3").join(code)
            }
        }
        try await tenant.found("u_4")
        try await expectRefusal(.alreadyInHousehold, in: tenant) {
            try await tenant.endUser("u_4").join(second)
        }
        try await tenant.endUser("u_2").leave()
        let elsewhere = try await tenant.endUser("u_4").invite()
        try await expectRefusal(.cooldown, in: tenant) {
            try await tenant.endUser("u_2").join(elsewhere)
        }
    }

    @Test("the last seat goes to one of eight simultaneous joins")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces {
            ($0.households.maxMembers, $0.households.invitesWithinSeats) = (2, false)
        }
        let household = try await tenant.found("u_1")
        var calls: [RacedCall] = []
        for number in 0..<8 {
            let code = try await tenant.endUser("u_1").invite()
            calls.append { try await tenant.endUser("p_\(number)").join(code) }
        }
        let outcomes = try await tenant.race(calls)
        #expect(outcomes.filter { $0 == nil }.count == 1)
        #expect(outcomes.filter { $0 == .householdFull }.count == 7)
        #expect(try await tenant.members(of: household).count == 2)
        try await expectSound(tenant)
    }
}
