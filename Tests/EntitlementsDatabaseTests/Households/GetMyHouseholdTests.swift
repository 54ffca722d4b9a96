import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_my_household")
struct GetMyHouseholdTests {
    @Test("only the owner sees the open invites")
    func seen() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"])
        try await tenant.invite(to: household)
        let whole = try #require(try await tenant.household(household))
        #expect(try await tenant.myHousehold("u_1") == whole)
        let seen = try #require(try await tenant.myHousehold("u_2"))
        #expect(seen["invites"] == [])
        for name in ["household_id", "owner_app_user_id", "members", "seats", "shares", "name"] {
            #expect(seen[name] == whole[name], "\(name)")
        }
    }

    @Test("after a transfer only the new owner sees the invites")
    func transferred() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_1", with: ["u_2"])
        try await tenant.invite(to: household)
        try await tenant.give(household, to: "u_2")
        #expect(try await tenant.myHousehold("u_1")?["invites"] == [])
        #expect(try await tenant.myHousehold("u_2")?["invites"]?.array?.count == 1)
    }

    @Test("the owner sees the invites with any of their ids")
    func otherID() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(appUserID: "u_1")
                .setting("aliases", ["u_1", .string(anonymous("phone"))]))
        let household = try await tenant.found("u_1")
        try await tenant.invite(to: household)
        let seen = try await tenant.myHousehold(anonymous("phone"))
        #expect(seen?["invites"]?.array?.count == 1)
    }

    @Test("former, waiting, unknown and other tenants' app users see no household")
    func none() async throws {
        let tenant = try await TestTenant.create { $0.households.confirmByOwner = true }
        let other = try await TestTenant.create()
        let household = try await tenant.found("u_1")
        let invite = try await tenant.invite(to: household)
        try await tenant.join("u_2", by: invite)
        try await other.found("u_3")
        for appUserID in ["u_2", "u_3", "u_4"] {
            #expect(try await tenant.myHousehold(appUserID) == nil, "\(appUserID)")
        }
        try await tenant.confirm("u_2", in: household)
        #expect(try await tenant.myHousehold("u_2") != nil)
        try await tenant.leave("u_2", household)
        #expect(try await tenant.myHousehold("u_2") == nil)
    }
}

extension TestTenant {
    fileprivate func myHousehold(_ appUserID: String) async throws -> JSONValue? {
        try await database.call(GetMyHousehold(appUserID: AppUserID(appUserID)), in: id).first
            .map { try JSONParser.parse($0.json) }
    }
}
