import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("remove_household_member by the owner")
struct RemoveMyHouseholdMemberTests {
    @Test("the owner removes a member; a repetition changes nothing")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2", "u_3"])
        try await tenant.endUser("u_1").remove("u_2")
        #expect(try await tenant.members(of: household) == ["u_1", "u_3"])
        #expect(try await tenant.departures() == ["u_2": "removed"])
        try await expectNoChange(in: tenant) { try await tenant.endUser("u_1").remove("u_2") }
        try await expectSound(tenant)
    }

    @Test("members, owners of other households and other tenants' are refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await tenant.found("u_1", with: ["u_2", "u_3"])
        try await tenant.found("u_4")
        try await other.found("u_5")
        for (appUserID, code) in [
            ("u_2", ErrorCode.notHouseholdOwner), ("u_3", .notHouseholdOwner),
            ("u_4", .householdMemberNotFound), ("u_5", .householdNotFound),
        ] {
            try await expectRefusal(code, in: tenant) {
                try await tenant.endUser(appUserID).remove("u_3")
            }
        }
    }

    @Test("of two people who remove each other, only the owner's removal counts")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let household = try await tenant.found("u_1", with: ["u_2"])
        let outcomes = try await tenant.queue(
            on: TestTenant.lock(household.uuidString),
            [
                { try await tenant.endUser("u_1").give(to: "u_2") },
                { try await tenant.endUser("u_1").remove("u_2") },
                { try await tenant.endUser("u_2").remove("u_1") },
            ])
        #expect(outcomes == [nil, .notHouseholdOwner, nil])
        #expect(try await tenant.members(of: household) == ["u_2"])
        try await expectSound(tenant)
    }
}
