import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("DELETE /v1/households/{household_id}")
struct DissolveHouseholdTests {
    private func dissolve(_ api: TestAPI, _ household: String) async throws -> RawHTTPResponse {
        try await api.delete(
            "dissolveHousehold", "/v1/households/\(household)", headers: oneRequestID)
    }

    @Test("a dissolved household has no members, and a repetition changes nothing")
    func dissolved() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7", with: ["u_42"])
            for _ in 0..<2 { #expect(try await dissolve(api, household).status == 204) }
            let shown = try await api.household(household)
            #expect(shown.status == 200)
            #expect(try shown.members == [])
            #expect(try shown.json["owner_app_user_id"] == nil as JSONValue)
            #expect(try shown.json["dissolved_at"]?.string != nil)
        }
    }

    @Test("an unknown and another tenant's household are refused alike")
    func notFound() async throws {
        try await TestAPI.run { api in
            let theirs = try await TestTenant.create().found("u_7").uuidString
            var bodies: Set<String> = []
            for id in [theirs, "6f1c3c0e-52d5-4b8e-9f0a-3d9f6c1f7a10", "join"] {
                let response = try await dissolve(api, id)
                #expect(try response.refusal == "404 household_not_found")
                bodies.insert(response.text)
            }
            #expect(bodies.count == 1)
        }
    }
}
