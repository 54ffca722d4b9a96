import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("DELETE /v1/households/{household_id}/invites/{invite_id}")
struct RevokeHouseholdInviteTests {
    private func revoke(
        _ api: TestAPI, _ household: String, _ invite: String
    ) async throws -> RawHTTPResponse {
        try await api.delete(
            "revokeHouseholdInvite", "/v1/households/\(household)/invites/\(invite)",
            headers: oneRequestID)
    }

    @Test("a revoked invite is refused, and a repetition changes nothing")
    func revoked() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let invite = try await api.invite(to: household).json
            let id = try #require(invite["invite_id"]?.string)
            for _ in 0..<2 { #expect(try await revoke(api, household, id).status == 204) }
            let joined = try await api.join("u_42", by: invite["invite_code"]?.string ?? "")
            #expect(try joined.refusal == "404 invite_not_found")
        }
    }

    @Test("a spent, unknown, malformed or foreign invite is refused alike")
    func notFound() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let spent = try await api.invite(to: household).json
            _ = try await api.join("u_42", by: spent["invite_code"]?.string ?? "")
            let other = try await api.invite(to: try await api.found("u_8")).json
            var bodies: Set<String> = []
            for id in [
                spent["invite_id"]?.string ?? "", other["invite_id"]?.string ?? "",
                "6f1c3c0e-52d5-4b8e-9f0a-3d9f6c1f7a10", "inv_0",
            ] {
                let response = try await revoke(api, household, id)
                #expect(try response.refusal == "404 invite_not_found")
                bodies.insert(response.text)
            }
            #expect(bodies.count == 1)
        }
    }

    @Test("an invite of another tenant's household is not found")
    func otherTenant() async throws {
        try await TestAPI.run { api in
            let other = try await TestTenant.create()
            let household = try await other.found("u_7")
            let invite = try await other.invite(to: household)
            let theirs = try await revoke(api, household.uuidString, invite.id.uuidString)
            let absent = try await revoke(api, "hello", "hello")
            #expect(try theirs.refusal == "404 household_not_found")
            #expect(theirs.text == absent.text)
        }
    }
}
