import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("confirm_household_member by the owner")
struct ConfirmMyHouseholdMemberTests {
    private func waiting() async throws -> TestTenant {
        let tenant = try await TestTenant.createForRaces { $0.households.confirmByOwner = true }
        let household = try await tenant.found("u_1")
        for appUserID in ["u_2", "u_3"] {
            try await tenant.join(appUserID, by: try await tenant.invite(to: household))
        }
        try await tenant.confirm("u_2", in: household)
        return tenant
    }

    @Test("the owner confirms; a repetition changes nothing")
    func works() async throws {
        let tenant = try await waiting()
        let household = try await tenant.endUser("u_1").confirm("u_3")
        #expect(household["members"]?.array?.count == 3)
        try await expectNoChange(in: tenant) { try await tenant.endUser("u_1").confirm("u_3") }
        try await expectSound(tenant)
    }

    @Test("a member, the waiting person and the owner of another household are refused")
    func refused() async throws {
        let tenant = try await waiting()
        try await tenant.found("u_4")
        for (appUserID, code) in [
            ("u_2", ErrorCode.notHouseholdOwner), ("u_3", .householdNotFound),
            ("u_4", .householdMemberNotFound),
        ] {
            try await expectRefusal(code, in: tenant) {
                try await tenant.endUser(appUserID).confirm("u_3")
            }
        }
    }

    @Test("an owner who has handed over meanwhile confirms no more")
    func raced() async throws {
        for isGivenFirst in [true, false] {
            let tenant = try await waiting()
            let household = try #require(try await tenant.households().first)
            let give: RacedCall = { try await tenant.endUser("u_1").give(to: "u_2") }
            let confirm: RacedCall = { try await tenant.endUser("u_1").confirm("u_3") }
            let outcomes = try await tenant.queue(
                on: TestTenant.lock(household.uuidString),
                isGivenFirst ? [give, confirm] : [confirm, give])
            #expect(outcomes == (isGivenFirst ? [nil, .notHouseholdOwner] : [nil, nil]))
            #expect(try await tenant.members(of: household).count == (isGivenFirst ? 2 : 3))
            try await expectSound(tenant)
        }
    }
}
