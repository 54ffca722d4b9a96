import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("leave_my_household")
struct LeaveMyHouseholdTests {
    @Test("a member leaves; a repetition and a person in no household change nothing")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"])
        try await tenant.endUser("u_2").leave()
        #expect(try await tenant.members(of: household) == ["u_1"])
        #expect(try await tenant.departures() == ["u_2": "left"])
        for appUserID in ["u_2", "unknown"] {
            try await expectNoChange(in: tenant) { try await tenant.endUser(appUserID).leave() }
        }
        try await expectSound(tenant)
    }

    @Test("an owner with members must hand over first, by the tenant's rule")
    func refused() async throws {
        let tenant = try await TestTenant.create { $0.households.ownerLeaves = .block }
        try await tenant.found("u_1", with: ["u_2"])
        try await expectRefusal(.ownerMustTransfer, in: tenant) {
            try await tenant.endUser("u_1").leave()
        }
    }

    @Test("a removal before a leave counts, and the leave is no error")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let household = try await tenant.found("u_1", with: ["u_2"])
        let outcomes = try await tenant.queue(
            on: TestTenant.lock(household.uuidString),
            [
                { try await tenant.endUser("u_1").remove("u_2") },
                { try await tenant.endUser("u_2").leave() },
            ])
        #expect(outcomes == [nil, nil])
        #expect(try await tenant.departures() == ["u_2": "removed"])
        try await expectSound(tenant)
    }
}
