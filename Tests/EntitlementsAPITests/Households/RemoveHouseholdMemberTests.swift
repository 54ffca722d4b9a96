import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("DELETE /v1/households/{household_id}/members/{app_user_id}")
struct RemoveHouseholdMemberTests {
    @Test(
        "a departed or removed member is no member; a repetition changes nothing",
        arguments: [
            "", "?reason=left", "?reason=removed",
        ])
    func removed(_ query: String) async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7", with: ["u_42"])
            for _ in 0..<2 {
                #expect(try await api.leave("u_42", household, query).status == 204)
            }
            #expect(try await api.household(household).members == ["u_7"])
        }
    }

    @Test("an owner of a household with other members cannot leave")
    func owner() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7", with: ["u_42"])
            #expect(try await api.leave("u_7", household).refusal == "409 owner_must_transfer")
        }
    }

    @Test("an app user who was never a member is not found")
    func notFound() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let stranger = try await api.leave("u_42", household)
            #expect(try stranger.refusal == "404 household_member_not_found")
            let theirs = try await TestTenant.create().found("u_7").uuidString
            for id in [theirs, "hello"] {
                #expect(try await api.leave("u_7", id).refusal == "404 household_not_found")
            }
        }
    }

    @Test("the reason must be left or removed")
    func reason() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let response = try await api.leave("u_7", household, "?reason=merged")
            #expect(try response.pointers == ["/reason"])
        }
    }
}
