import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("DELETE /v1/households/{household_id}/members/{app_user_id}")
struct RemoveHouseholdMemberTests {
    @Test(
        "who leaves or is removed is no member, and stays none",
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

    @Test("an owner whom others would miss does not leave")
    func owner() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7", with: ["u_42"])
            #expect(try await api.leave("u_7", household).refusal == "409 owner_must_transfer")
        }
    }

    @Test("who was never a member cannot be removed")
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

    @Test("a reason is one of two words")
    func reason() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let response = try await api.leave("u_7", household, "?reason=merged")
            #expect(try response.pointers == ["/reason"])
        }
    }
}
