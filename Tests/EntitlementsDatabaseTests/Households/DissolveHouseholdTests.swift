import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("dissolve_household")
struct DissolveHouseholdTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    @Test("all memberships, invites and shared access end at once")
    func works() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: "u_2"), receivedAt: start)
        let household = try await tenant.found("u_1", with: ["u_2", "u_3"], at: start)
        let invite = try await tenant.invite(to: household, at: start)
        try await tenant.dissolve(household, at: day(2))
        let ended = try await tenant.household(household, at: day(2))
        #expect(ended?["dissolved_at"] == .string(day(2).rfc3339))
        #expect(ended?["owner_app_user_id"]?.isNull == true)
        for list in ["members", "shares", "invites"] { #expect(ended?[list] == []) }
        #expect(ended?["seats"] == ["total": 6, "taken": 0, "free": 6])
        for member in ["u_1", "u_3"] {
            #expect(try await tenant.standing(of: member, at: day(1)) == .active("active"))
            #expect(try await tenant.standing(of: member, at: day(2)) == .inactive("expired"))
            #expect(try await tenant.household(of: member, at: day(2)) == nil)
        }
        #expect(try await tenant.standing(of: "u_2", at: day(2)) == .active("active"))
        try await expectRefusal(.inviteNotFound, in: tenant) {
            try await tenant.join("u_4", by: invite, at: day(2))
        }
        try await expectSound(tenant)
    }

    @Test("a read of an earlier time shows the household as it was")
    func past() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        let before = try await tenant.household(household, at: day(1))
        try await tenant.dissolve(household, at: day(2))
        #expect(try await tenant.household(household, at: day(1)) == before)
        #expect(try await tenant.household(of: "u_2", at: day(1)) == before)
    }

    @Test("an unknown or another tenant's household is not found")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await tenant.found("u_1")
        let others = try await other.found("u_1")
        for missing in [UUID(), others] {
            try await expectRefusal(.householdNotFound, in: tenant) {
                try await tenant.dissolve(missing)
            }
        }
        #expect(try await other.members(of: others) == ["u_1"])
        try await expectSound(tenant)
    }

    @Test("a repeated dissolve changes nothing")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.dissolve(household, at: day(2))
        try await expectNoChange(in: tenant) { try await tenant.dissolve(household, at: day(3)) }
        try await expectSound(tenant)
    }

    @Test("eight simultaneous calls dissolve once")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"])
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { try await tenant.dissolve(household) } })
        #expect(outcomes == Array(repeating: nil, count: 8))
        #expect(try await tenant.departures() == ["u_1": "dissolved", "u_2": "dissolved"])
        try await expectSound(tenant)
    }
}
