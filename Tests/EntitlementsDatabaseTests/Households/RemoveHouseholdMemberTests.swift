import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("remove_household_member")
struct RemoveHouseholdMemberTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    private func tenant(
        ownerLeaves: TenantDefinition.HouseholdRules.OwnerLeaves = .block, graceDays: Int = 0
    ) async throws -> TestTenant {
        let tenant = try await TestTenant.create {
            $0.households.ownerLeaves = ownerLeaves
            $0.households.departureGraceDays = graceDays
        }
        try await tenant.receive(.initialPurchase(appUserID: "u_1"), receivedAt: start)
        return tenant
    }

    @Test("a departure ends the shared access and frees the seat", arguments: ["left", "removed"])
    func works(because: String) async throws {
        let tenant = try await tenant()
        let household = try await tenant.found("u_1", with: ["u_2", "u_3"], at: start)
        try await tenant.leave("u_2", household, because: because, at: day(5))
        #expect(try await tenant.standing(of: "u_2", at: day(4)) == .active("active"))
        #expect(try await tenant.standing(of: "u_2", at: day(5)) == .inactive("expired"))
        #expect(try await tenant.standing(of: "u_3", at: day(5)) == .active("active"))
        #expect(try await tenant.members(of: household, at: day(4)) == ["u_1", "u_2", "u_3"])
        #expect(try await tenant.members(of: household, at: day(5)) == ["u_1", "u_3"])
        #expect(try await tenant.household(of: "u_2", at: day(5)) == nil)
        #expect(try await tenant.departures() == ["u_2": because])
        try await expectSound(tenant)
    }

    @Test("a buyer who leaves keeps access, and the other members lose it")
    func payerLeaves() async throws {
        let tenant = try await tenant()
        let household = try await tenant.found("u_2", with: ["u_1", "u_3"], at: start)
        try await tenant.leave("u_1", household, at: day(5))
        #expect(try await tenant.standing(of: "u_1", at: day(5)) == .active("active"))
        for member in ["u_2", "u_3"] {
            #expect(try await tenant.standing(of: member, at: day(4)) == .active("active"))
            #expect(try await tenant.standing(of: member, at: day(5)) == .inactive("expired"))
        }
        #expect(try await tenant.household(household, at: day(5))?["shares"] == [])
        try await expectSound(tenant)
    }

    @Test("a lookup from before a departure does not know its end", arguments: ["u_1", "u_2"])
    func pastEnd(leaver: String) async throws {
        let tenant = try await tenant(ownerLeaves: .transfer)
        let household = try await tenant.found("u_1", with: ["u_2", "u_3"], at: start)
        try await tenant.leave(leaver, household, at: day(5))
        let own = try await tenant.entitlement("plus", of: "u_1", at: day(4))
        let shared = try await tenant.entitlement("plus", of: "u_2", at: day(4))
        #expect(own?["expires_at"]?.string != nil)
        #expect(shared?["expires_at"] == own?["expires_at"])
        #expect(shared?["will_renew"] == true)
        let after = try await tenant.entitlement("plus", of: "u_2", at: day(6))
        #expect(after?["expires_at"] == .string(day(5).rfc3339))
    }

    @Test("access lasts through the tenant's grace, whose end is the next change")
    func grace() async throws {
        let tenant = try await tenant(graceDays: 3)
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.leave("u_2", household, at: day(5))
        let plus = try await tenant.entitlement("plus", of: "u_2", at: day(6))
        #expect(plus?["is_active"] == true)
        #expect(plus?["will_renew"] == false)
        #expect(
            try await tenant.entitlements(of: "u_2", at: day(6))["next_change_at"]
                == .string(day(8).rfc3339))
        #expect(try await tenant.standing(of: "u_2", at: day(8)) == .inactive("expired"))
        #expect(try await tenant.household(of: "u_2", at: day(6)) == nil)
        try await expectSound(tenant)
    }

    @Test("a grace ends when the next membership begins")
    func graceEnds() async throws {
        let tenant = try await tenant(graceDays: 9)
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        let next = try await tenant.found("u_3", at: start)
        let invite = try await tenant.invite(to: next, at: start)
        try await tenant.leave("u_2", household, at: day(2))
        try await tenant.join("u_2", by: invite, ignoringCooldown: true, at: day(4))
        #expect(try await tenant.standing(of: "u_2", at: day(3)) == .active("active"))
        #expect(try await tenant.standing(of: "u_2", at: day(4)) == .inactive("expired"))
        try await expectSound(tenant)
    }

    @Test("with block, an owner must transfer the household before leaving")
    func block() async throws {
        let tenant = try await tenant()
        let household = try await tenant.found("u_1", with: ["u_2"])
        try await expectRefusal(.ownerMustTransfer, in: tenant) {
            try await tenant.leave("u_1", household)
        }
        try await tenant.give(household, to: "u_2")
        try await tenant.leave("u_1", household)
        #expect(try await tenant.owner(of: household) == "u_2")
        try await expectSound(tenant)
    }

    @Test("with transfer, the longest member becomes the owner")
    func transfer() async throws {
        let tenant = try await tenant(ownerLeaves: .transfer)
        let household = try await tenant.found("u_1", with: ["u_9", "u_2"], at: start)
        try await tenant.leave("u_1", household, at: day(1))
        #expect(try await tenant.owner(of: household, at: day(0)) == "u_1")
        #expect(try await tenant.owner(of: household, at: day(1)) == "u_9")
        try await expectSound(tenant)
    }

    @Test("with dissolve, the owner's departure ends the household")
    func dissolve() async throws {
        let tenant = try await tenant(ownerLeaves: .dissolve)
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.leave("u_1", household, at: day(1))
        #expect(try await tenant.members(of: household, at: day(1)) == [])
        #expect(try await tenant.standing(of: "u_2", at: day(1)) == .inactive("expired"))
        #expect(try await tenant.departures() == ["u_1": "left", "u_2": "dissolved"])
        try await expectSound(tenant)
    }

    @Test(
        "a lone owner's departure dissolves the household",
        arguments: TenantDefinition.HouseholdRules.OwnerLeaves.allCases)
    func alone(ownerLeaves: TenantDefinition.HouseholdRules.OwnerLeaves) async throws {
        let tenant = try await tenant(ownerLeaves: ownerLeaves)
        let household = try await tenant.found("u_1", at: start)
        let invite = try await tenant.invite(to: household, at: start)
        try await tenant.leave("u_1", household, at: day(1))
        let ended = try await tenant.household(household, at: day(1))
        #expect(ended?["dissolved_at"] == .string(day(1).rfc3339))
        try await expectRefusal(.inviteNotFound, in: tenant) {
            try await tenant.join("u_2", by: invite, at: day(1))
        }
        try await expectSound(tenant)
    }

    @Test("a non-member, or an unknown or foreign household, is refused")
    func refused() async throws {
        let tenant = try await tenant()
        let other = try await self.tenant()
        let household = try await tenant.found("u_1")
        try await tenant.found("u_2")
        let others = try await other.found("u_1", with: ["u_2"])
        try await expectRefusal(.householdNotFound, in: tenant) {
            try await tenant.leave("u_2", others)
        }
        for appUserID in ["u_2", "nobody"] {
            try await expectRefusal(.householdMemberNotFound, in: tenant) {
                try await tenant.leave(appUserID, household)
            }
        }
        #expect(try await other.members(of: others) == ["u_1", "u_2"])
        try await expectSound(tenant)
    }

    @Test("a repeated departure keeps the first reason")
    func repeated() async throws {
        let tenant = try await tenant()
        let household = try await tenant.found("u_1", with: ["u_2"])
        try await tenant.leave("u_2", household)
        try await expectNoChange(in: tenant) {
            try await tenant.leave("u_2", household, because: "removed")
        }
        try await tenant.leave("u_1", household)
        try await expectNoChange(in: tenant) { try await tenant.leave("u_1", household) }
        try await expectSound(tenant)
    }

    @Test("when all leave at once, the household ends with no members")
    func raced() async throws {
        let tenant = try await tenant(ownerLeaves: .transfer)
        let people = ["u_1", "u_2", "u_3", "u_4", "u_5"]
        let household = try await tenant.found("u_1", with: Array(people.dropFirst()))
        let outcomes = try await tenant.race(
            (people + people).map { person in { try await tenant.leave(person, household) } })
        #expect(outcomes == Array(repeating: nil, count: 10))
        #expect(try await tenant.members(of: household) == [])
        #expect(
            try await tenant.departures() == [
                "u_1": "left", "u_2": "left", "u_3": "left", "u_4": "left", "u_5": "left",
            ])
        try await expectSound(tenant)
    }

    /// A waiting transaction's time can be earlier than that of the transaction it waited for.
    @Test(
        "a member who became owner while the departure waited leaves",
        arguments: TenantDefinition.HouseholdRules.OwnerLeaves.allCases)
    func earlierMoment(ownerLeaves: TenantDefinition.HouseholdRules.OwnerLeaves) async throws {
        let tenant = try await tenant(ownerLeaves: ownerLeaves)
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.give(household, to: "u_2", at: day(2))
        if ownerLeaves == .block { try await tenant.give(household, to: "u_1", at: day(3)) }
        try await tenant.leave("u_2", household, at: day(1))
        #expect(try await tenant.departures()["u_2"] == "left")
        try await expectSound(tenant)
    }
}
