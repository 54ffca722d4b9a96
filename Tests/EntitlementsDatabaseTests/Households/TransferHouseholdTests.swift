import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("transfer_household")
struct TransferHouseholdTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    @Test("another member becomes the owner, and both stay members")
    func works() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_2", anonymous("also"))
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.give(household, to: anonymous("also"), at: day(1))
        #expect(try await tenant.owner(of: household, at: day(0)) == "u_1")
        #expect(try await tenant.owner(of: household, at: day(1)) == "u_2")
        let members = try await tenant.household(household, at: day(1))?["members"]?.array
        #expect(members?.map { $0["role"] } == ["member", "owner"])
        try await expectSound(tenant)
    }

    @Test("if only the owner shares, the new owner's purchases serve the household")
    func sharesFromOwner() async throws {
        let tenant = try await TestTenant.create { $0.households.sharesFrom = .owner }
        try await tenant.receive(.initialPurchase(appUserID: "u_2"), receivedAt: start)
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.give(household, to: "u_2", at: day(2))
        #expect(try await tenant.standing(of: "u_1", at: day(1)) == .none)
        #expect(try await tenant.standing(of: "u_1", at: day(2)) == .active("active"))
        try await tenant.give(household, to: "u_1", at: day(3))
        #expect(try await tenant.standing(of: "u_1", at: day(3)) == .inactive("expired"))
        #expect(try await tenant.standing(of: "u_1", at: day(2)) == .active("active"))
        try await expectSound(tenant)
    }

    @Test("non-members, and unknown or dissolved households, are refused")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"])
        try await tenant.found("u_3")
        try await tenant.leave("u_2", household)
        for appUserID in ["u_2", "u_3", "nobody"] {
            try await expectRefusal(.householdMemberNotFound, in: tenant) {
                try await tenant.give(household, to: appUserID)
            }
        }
        try await expectRefusal(.householdNotFound, in: tenant) {
            try await tenant.give(try await other.found("u_1"), to: "u_1")
        }
        try await tenant.dissolve(household)
        try await expectRefusal(.householdDissolved, in: tenant) {
            try await tenant.give(household, to: "u_1")
        }
        try await expectSound(tenant)
    }

    @Test("a transfer to the current owner changes nothing")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await expectNoChange(in: tenant) {
            try await tenant.give(household, to: "u_1", at: day(1))
        }
        try await tenant.give(household, to: "u_2", at: day(1))
        try await expectNoChange(in: tenant) {
            try await tenant.give(household, to: "u_2", at: day(2))
        }
        try await expectSound(tenant)
    }

    @Test("transfers at one moment end with the last owner")
    func thereAndBack() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        for owner in ["u_2", "u_1", "u_2", "u_1"] {
            try await tenant.give(household, to: owner, at: start)
            #expect(try await tenant.owner(of: household, at: start) == owner)
        }
        try await expectSound(tenant)
    }

    @Test("of eight simultaneous transfers, one recipient is the owner")
    func raced() async throws {
        let tenant = try await TestTenant.create { $0.households.maxMembers = 9 }
        let people = (0..<8).map { "p_\($0)" }
        let household = try await tenant.found("u_1", with: people)
        let outcomes = try await tenant.race(
            people.map { person in { try await tenant.give(household, to: person) } })
        #expect(outcomes == Array(repeating: nil, count: 8))
        #expect(people.contains(try #require(try await tenant.owner(of: household))))
        try await expectSound(tenant)
    }
}
