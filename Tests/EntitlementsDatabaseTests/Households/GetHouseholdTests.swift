import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("get_household")
struct GetHouseholdTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    @Test("each shared entitlement is listed with its owner and its end")
    func shares() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_2", anonymous("phone"))
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.receive(
            .initialPurchase(appUserID: anonymous("phone")), receivedAt: start)
        let share: JSONValue = [
            "entitlement_id": "plus", "app_user_id": "u_2",
            "product_id": "stockpot_plus_monthly", "store": "app_store",
            "expires_at": .string(day(30).rfc3339), "will_renew": true, "is_held": false,
        ]
        for (moment, expected) in [(day(1), [share]), (day(30), [])] as [(Timestamp, [JSONValue])] {
            let shown = try await tenant.household(household, at: moment)
            #expect(shown?["shares"] == .array(expected))
        }
    }

    @Test("a read of the past shows the members and the owner of that time")
    func past() async throws {
        let tenant = try await TestTenant.create { $0.households.ownerLeaves = .transfer }
        let household = try await tenant.found("u_1", at: start)
        let invite = try await tenant.invite(to: household, at: start)
        try await tenant.join("u_2", by: invite, at: day(1))
        try await tenant.leave("u_1", household, at: day(2))
        var members: [[String]] = []
        var owners: [String?] = []
        for moment in [day(0), day(1), day(2)] {
            members.append(try await tenant.members(of: household, at: moment))
            owners.append(try await tenant.owner(of: household, at: moment))
        }
        #expect(members == [["u_1"], ["u_1", "u_2"], ["u_2"]])
        #expect(owners == ["u_1", "u_1", "u_2"])
        #expect(try await tenant.household(household, at: day(-1)) == nil)
    }

    @Test("a read of the future shows the present, less what has expired")
    func future() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"])
        try await tenant.invite(to: household)
        let future = try await tenant.household(household, at: "2999-01-01T00:00:00Z")
        #expect(future?["members"]?.array?.count == 2)
        #expect(future?["invites"] == [])
    }

    @Test("an unknown or another tenant's household is not found")
    func absent() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        #expect(try await tenant.household(try await other.found("u_1")) == nil)
        #expect(try await tenant.household(UUID()) == nil)
    }

    @Test("members are shown by their identified id")
    func ids() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found(anonymous("phone"), with: [anonymous("tablet")])
        try await tenant.join("u_1", anonymous("phone"))
        #expect(try await tenant.members(of: household) == ["u_1", anonymous("tablet")])
        #expect(try await tenant.owner(of: household) == "u_1")
    }
}
