import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("transfer_household by the owner")
struct TransferMyHouseholdTests {
    @Test("the owner hands over and sees no invites any more; a repetition changes nothing")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"])
        try await tenant.invite(to: household)
        let me = tenant.endUser("u_1")
        let given = try await me.give(to: "u_2")
        #expect(given["owner_app_user_id"] == "u_2")
        #expect(given["invites"] == [])
        try await expectNoChange(in: tenant) { try await me.give(to: "u_2") }
        try await expectSound(tenant)
    }

    @Test("a member cannot take the household, and an owner gives it to members only")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_2"])
        try await tenant.found("u_3")
        for (appUserID, to, code) in [
            ("u_2", "u_2", ErrorCode.notHouseholdOwner), ("u_2", "u_9", .notHouseholdOwner),
            ("u_1", "u_3", .householdMemberNotFound), ("u_9", "u_1", .householdNotFound),
            ("u_3", "u_1", .householdMemberNotFound),
        ] {
            try await expectRefusal(code, in: tenant) {
                try await tenant.endUser(appUserID).give(to: to)
            }
        }
    }

    @Test("an owner gives the household away once")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let household = try await tenant.found("u_1", with: ["u_2", "u_3"])
        let outcomes = try await tenant.race([
            { try await tenant.endUser("u_1").give(to: "u_2") },
            { try await tenant.endUser("u_1").give(to: "u_3") },
        ])
        #expect(Set(outcomes) == [nil, .notHouseholdOwner])
        let owner = outcomes[0] == nil ? "u_2" : "u_3"
        #expect(try await tenant.owner(of: household) == owner)
        try await expectSound(tenant)
    }
}
