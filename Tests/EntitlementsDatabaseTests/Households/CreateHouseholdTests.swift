import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("create_household")
struct CreateHouseholdTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    @Test("the creator owns a household of one and becomes an app user")
    func works() async throws {
        let tenant = try await TestTenant.create { $0.households.maxMembers = 3 }
        let row = try await tenant.create("u_1", name: "Am Anger 3", at: start)
        #expect(!row.isReplayed)
        let answer = try JSONParser.parse(row.json)
        let founded: JSONValue = .string(start.rfc3339)
        #expect(
            answer == [
                "household_id": try #require(answer["household_id"]), "name": "Am Anger 3",
                "created_at": founded, "dissolved_at": nil, "owner_app_user_id": "u_1",
                "seats": ["total": 3, "taken": 1, "free": 2],
                "members": [["app_user_id": "u_1", "role": "owner", "joined_at": founded]],
                "leaving": nil, "shares": [], "invites": [],
            ])
        #expect(try await tenant.household(of: "u_1", at: start) == answer)
        #expect(try await tenant.people() == [["u_1"]])
        try await expectSound(tenant)
    }

    @Test("a member of a household cannot create one, with any of their ids")
    func alreadyInHousehold() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_2", anonymous("also"))
        try await tenant.found("u_1", with: ["u_2"])
        for appUserID in ["u_1", "u_2", anonymous("also")] {
            try await expectRefusal(.alreadyInHousehold, in: tenant) {
                try await tenant.create(appUserID)
            }
        }
        try await expectSound(tenant)
    }

    @Test("a former member waits, unless the request ignores the cool-down")
    func cooldown() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.leave("u_2", household, at: day(1))
        try await expectRefusal(.cooldown, in: tenant) {
            try await tenant.create("u_2", at: day(31).advanced(bySeconds: -1))
        }
        try await tenant.create("u_2", ignoringCooldown: true, at: day(2))
        #expect(try await tenant.household(of: "u_2", at: day(2))?["owner_app_user_id"] == "u_2")
        try await expectSound(tenant)
    }

    @Test("a household can be created after the cool-down")
    func cooldownEnds() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.leave("u_2", household, at: day(1))
        try await tenant.create("u_2", at: day(31))
        try await expectSound(tenant)
    }

    @Test("a repetition without a key is refused as already in a household")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create("u_1")
        try await expectRefusal(.alreadyInHousehold, in: tenant) { try await tenant.create("u_1") }
        try await expectSound(tenant)
    }

    @Test("of eight simultaneous calls by one unknown app user, one succeeds")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        let outcomes = try await tenant.race(
            (0..<8).map { _ in { _ = try await tenant.create("u_1") } })
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .alreadyInHousehold } == 7)
        #expect(try await tenant.rows(in: "households") == 1)
        try await expectSound(tenant)
    }

    @Test("the same app user id can have a household in each tenant")
    func tenants() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"])
        let others = try await other.found("u_2", with: ["u_1"])
        try await tenant.dissolve(household)
        #expect(try await tenant.members(of: household) == [])
        #expect(try await other.members(of: others) == ["u_2", "u_1"])
        #expect(try await other.household(household) == nil)
        try await expectSound(other)
    }
}

extension TestTenant {
    @discardableResult
    fileprivate func create(
        _ owner: String, name: String? = nil, ignoringCooldown: Bool = false,
        at moment: Timestamp? = nil
    ) async throws -> RepeatableAnswer {
        try await database.callOne(
            CreateHousehold(
                ownerAppUserID: AppUserID(owner), name: name, ignoreCooldown: ignoringCooldown,
                idempotencyKey: nil, requestDigest: nil, asOf: moment),
            in: id)
    }
}
