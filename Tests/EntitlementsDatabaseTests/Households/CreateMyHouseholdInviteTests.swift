import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("create_household_invite by the owner")
struct CreateMyHouseholdInviteTests {
    @Test("the owner invites, with any of their ids")
    func works() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_1", anonymous("phone"))
        let household = try await tenant.found("u_1")
        let code = try await tenant.endUser(anonymous("phone")).invite()
        try await tenant.endUser("u_2").join(code)
        #expect(try await tenant.members(of: household) == ["u_1", "u_2"])
        try await expectSound(tenant)
    }

    @Test("a member, a person in no household and another tenant's owner are refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_2"])
        try await other.found("u_3")
        try await expectRefusal(.notHouseholdOwner, in: tenant) {
            try await tenant.endUser("u_2").invite()
        }
        for appUserID in ["u_3", "unknown"] {
            try await expectRefusal(.householdNotFound, in: tenant) {
                try await tenant.endUser(appUserID).invite()
            }
        }
    }

    @Test("a repetition gives the first invite; the key of a household left is free again")
    func repeated() async throws {
        let tenant = try await TestTenant.create { $0.households.switchCooldownDays = 0 }
        try await tenant.found("u_1")
        let me = tenant.endUser("u_1")
        let first = try await me.inviteAnswer(code: "one", key: "k")
        let second = try await me.inviteAnswer(code: "one", key: "k")
        #expect(!first.isReplayed)
        #expect(second.isReplayed && second.json == first.json)
        try await me.leave()
        try await tenant.found("u_1")
        let third = try await me.inviteAnswer(code: "another", key: "k")
        #expect(!third.isReplayed && third.json != first.json)
    }

    @Test("a former owner cannot repeat an invite, nor an owner who waits for the hand-over")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let household = try await tenant.found("u_1", with: ["u_2"])
        let me = tenant.endUser("u_1")
        _ = try await me.inviteAnswer(code: "one", key: "k")
        let outcomes = try await tenant.queue(
            on: TestTenant.lock(household.uuidString),
            [
                { try await me.give(to: "u_2") },
                { _ = try await me.inviteAnswer(code: "one", key: "k") },
            ])
        #expect(outcomes == [nil, .notHouseholdOwner])
        try await expectSound(tenant)
    }
}
