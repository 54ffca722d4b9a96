import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Access to households")
struct HouseholdAccessTests {
    private static let household = "/v1/households/6f1c3c0e-52d5-4b8e-9f0a-3d9f6c1f7a10"

    private static let changes = [
        ("createHousehold", "POST", "/v1/households"),
        ("createHouseholdInvite", "POST", "\(household)/invites"),
        ("revokeHouseholdInvite", "DELETE", "\(household)/invites/x"),
        ("joinHousehold", "POST", "/v1/households/join"),
        ("confirmHouseholdMember", "POST", "\(household)/members/u/confirm"),
        ("removeHouseholdMember", "DELETE", "\(household)/members/u"),
        ("transferHousehold", "POST", "\(household)/owner"),
        ("dissolveHousehold", "DELETE", household),
        ("listHouseholdFindings", "GET", "/v1/admin/household_findings"),
    ]
    private static let lookups = [
        ("getHousehold", "GET", household),
        ("getAppUserHousehold", "GET", "/v1/users/u/household"),
    ]

    @Test("a read key only reads; a missing or wrong key does nothing")
    func keys() async throws {
        try await TestAPI.run { api in
            for (operation, method, target) in Self.changes {
                let read = try await api.send(operation, method, target, key: api.readKey)
                #expect(try read.refusal == "403 forbidden", "\(operation)")
            }
            for (operation, method, target) in Self.lookups {
                let read = try await api.send(operation, method, target, key: api.readKey)
                #expect(try read.refusal == "404 household_not_found", "\(operation)")
            }
            for (operation, method, target) in Self.changes + Self.lookups {
                for key in [nil, "hello"] {
                    let response = try await api.send(operation, method, target, key: key)
                    #expect(try response.refusal == "401 unauthorized", "\(operation)")
                }
            }
        }
    }

    @Test("an admin key acts for the tenant that it names")
    func admin() async throws {
        try await TestAPI.run { api in
            let response = try await api.post(
                "createHousehold", "/v1/households", ["owner_app_user_id": "u_7"],
                key: api.adminKey, headers: [("Hearth-Tenant", api.tenant.slug)])
            #expect(response.status == 201)
            let id = try #require(try response.json["household_id"]?.string)
            #expect(try await api.household(id).members == ["u_7"])
        }
    }
}
