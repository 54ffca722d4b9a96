import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/households/{household_id}/members/{app_user_id}/confirm")
struct ConfirmHouseholdMemberTests {
    private func confirm(
        _ api: TestAPI, _ household: String, _ appUserID: String
    ) async throws -> RawHTTPResponse {
        try await api.post(
            "confirmHouseholdMember", "/v1/households/\(household)/members/\(appUserID)/confirm")
    }

    @Test("a waiting joiner becomes a member; a repetition changes nothing")
    func confirmed() async throws {
        try await TestAPI.run(households: { $0.confirmByOwner = true }) { api in
            let household = try await api.found("u_7")
            let code = try await api.code(for: household)
            #expect(try await api.join("a/b", by: code).status == 202)
            for _ in 0..<2 {
                let response = try await confirm(api, household, "a%2Fb")
                #expect(response.status == 200)
                #expect(response.text.hasPrefix(#"{"as_of":"#))
                #expect(try response.members == ["u_7", "a/b"])
            }
            #expect(try await api.join("a/b", by: code).status == 200)
        }
    }

    @Test("an app user who does not wait is not confirmed")
    func notFound() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let stranger = try await confirm(api, household, "u_42")
            #expect(try stranger.refusal == "404 household_member_not_found")
            let theirs = try await TestTenant.create().found("u_7").uuidString
            for id in [theirs, "hello"] {
                let response = try await confirm(api, id, "u_7")
                #expect(try response.refusal == "404 household_not_found")
            }
        }
    }

    @Test("a joiner is refused when the household is full or dissolved")
    func full() async throws {
        let rules = { (rules: inout TenantDefinition.HouseholdRules) in
            (rules.confirmByOwner, rules.maxMembers) = (true, 2)
            rules.invitesWithinSeats = false
        }
        try await TestAPI.run(households: rules) { api in
            let household = try await api.found("u_7")
            for person in ["u_8", "u_9"] {
                let code = try await api.code(for: household)
                #expect(try await api.join(person, by: code).status == 202)
            }
            #expect(try await confirm(api, household, "u_8").status == 200)
            #expect(try await confirm(api, household, "u_9").refusal == "409 household_full")
            _ = try await api.delete("dissolveHousehold", "/v1/households/\(household)")
            #expect(try await confirm(api, household, "u_9").refusal == "409 household_dissolved")
        }
    }
}
