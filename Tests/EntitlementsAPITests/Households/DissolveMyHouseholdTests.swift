import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("DELETE /v1/me/household")
struct DissolveMyHouseholdTests {
    private func dissolve(_ api: TestAPI, as subject: String) async throws -> RawHTTPResponse {
        try await api.me("dissolveMyHousehold", "/v1/me/household", method: "DELETE", as: subject)
    }

    @Test("the owner dissolves the household for all, and repeating it changes nothing")
    func dissolved() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.found("u_ana", with: ["u_ben"])
            #expect(try await dissolve(api, as: "u_ben").refusal == "403 not_household_owner")
            for _ in 0..<2 { #expect(try await dissolve(api, as: "u_ana").status == 204) }
            for subject in ["u_ana", "u_ben"] {
                let household = try await api.me(
                    "getMyHousehold", "/v1/me/household", as: subject)
                #expect(try household.refusal == "404 household_not_found")
            }
            #expect(try await dissolve(api, as: "u_ben").status == 204)
            #expect(try await api.tenant.invariantViolations() == [])
        }
    }

    @Test("an end user in no household dissolves none, and is not created")
    func none() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            #expect(try await dissolve(api, as: "absent").status == 204)
            let known = try await api.get("getAppUser", "/v1/users/absent")
            #expect(try known.refusal == "404 app_user_not_found")
        }
    }
}
