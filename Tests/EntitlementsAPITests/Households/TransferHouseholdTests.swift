import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/households/{household_id}/owner")
struct TransferHouseholdTests {
    private func transfer(
        _ api: TestAPI, _ household: String, _ body: JSONValue
    ) async throws -> RawHTTPResponse {
        try await api.post("transferHousehold", "/v1/households/\(household)/owner", body)
    }

    @Test("another member becomes the owner, and the previous owner may leave")
    func transferred() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7", with: ["u_42"])
            for _ in 0..<2 {
                let response = try await transfer(api, household, ["app_user_id": "u_42"])
                #expect(response.status == 200)
                #expect(response.text.hasPrefix(#"{"as_of":"#))
                #expect(try response.json["owner_app_user_id"] == "u_42")
            }
            #expect(try await api.leave("u_7", household).status == 204)
        }
    }

    @Test("a non-member cannot become the owner")
    func notFound() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let stranger = try await transfer(api, household, ["app_user_id": "u_42"])
            #expect(try stranger.refusal == "404 household_member_not_found")
            let theirs = try await TestTenant.create().found("u_7").uuidString
            for id in [theirs, "hello"] {
                let response = try await transfer(api, id, ["app_user_id": "u_7"])
                #expect(try response.refusal == "404 household_not_found")
            }
            _ = try await api.delete("dissolveHousehold", "/v1/households/\(household)")
            let late = try await transfer(api, household, ["app_user_id": "u_7"])
            #expect(try late.refusal == "409 household_dissolved")
        }
    }

    @Test("the body names one app user and no other field")
    func badBody() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let empty = try await transfer(api, household, [:])
            #expect(try empty.pointers == ["/app_user_id"])
            let more = try await transfer(api, household, ["app_user_id": "u_7", "force": true])
            #expect(try more.pointers == ["/force"])
        }
    }
}
