import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_app_user_household")
struct GetAppUserHouseholdTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    @Test("any id of an app user finds the household of the requested time")
    func works() async throws {
        let tenant = try await TestTenant.create { $0.households.switchCooldownDays = 0 }
        try await tenant.join("u_2", anonymous("phone"))
        let first = try await tenant.found("u_1", with: ["u_2"], at: start)
        let second = try await tenant.found("u_9", at: start)
        try await tenant.leave("u_2", first, at: day(2))
        let invite = try await tenant.invite(to: second, at: day(4))
        try await tenant.join("u_2", by: invite, at: day(4))
        for appUserID in ["u_2", anonymous("phone")] {
            var owners: [String?] = []
            for number in [-1, 0, 1, 2, 3, 4, 5] as [Int64] {
                let household = try await tenant.household(of: appUserID, at: day(number))
                owners.append(household?["owner_app_user_id"]?.string)
            }
            #expect(owners == [nil, "u_1", "u_1", nil, nil, "u_9", "u_9"])
        }
        #expect(
            try await tenant.household(of: "u_2")
                == (try await tenant.household(second)))
    }

    @Test("an unknown or another tenant's app user has no household")
    func absent() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await other.found("u_1")
        #expect(try await tenant.household(of: "u_1") == nil)
        #expect(try await tenant.rows(in: "app_users") == 0)
    }
}
