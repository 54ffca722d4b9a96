import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/me/household")
struct GetMyHouseholdTests {
    @Test("members see the household; only its owner sees the invites")
    func seen() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            let household = try await api.tenant.found("u_7", with: ["u_42"])
            try await api.tenant.invite(to: household)
            let owner = try await api.me("getMyHousehold", "/v1/me/household", as: "u_7")
            let member = try await api.me("getMyHousehold", "/v1/me/household", as: "u_42")
            #expect(try owner.json["invites"]?.array?.count == 1)
            #expect(try member.json["invites"] == [])
            #expect(try member.json["members"] == owner.json["members"])
            let stranger = try await api.me("getMyHousehold", "/v1/me/household", as: "u_9")
            #expect(try stranger.refusal == "404 household_not_found")
        }
    }

    @Test("as_of is refused, as a former member could read the past")
    func noOtherDay() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            let response = try await api.me(
                "getMyHousehold", "/v1/me/household?as_of=2020-01-01T00:00:00Z", as: "u_42")
            #expect(try response.pointers == ["/as_of"])
        }
    }
}
