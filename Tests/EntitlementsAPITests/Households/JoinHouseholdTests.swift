import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/households/join")
struct JoinHouseholdTests {
    @Test("an app user who redeems an invite is a member; a repetition answers alike")
    func joined() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let code = try await api.code(for: household)
            for _ in 0..<2 {
                let response = try await api.join("u_42", by: code)
                #expect(response.status == 200)
                #expect(response.text.hasPrefix(#"{"as_of":"#))
                #expect(try response.json["is_confirmed"] == true)
                #expect(try response.json["household_id"] == .string(household))
                #expect(try response.members == ["u_7", "u_42"])
            }
        }
    }

    @Test("if the owner confirms members, an app user who redeems an invite waits")
    func waits() async throws {
        try await TestAPI.run(households: { $0.confirmByOwner = true }) { api in
            let household = try await api.found("u_7")
            let code = try await api.code(for: household)
            let response = try await api.join("u_42", by: code)
            #expect(response.status == 202)
            #expect(try response.json["is_confirmed"] == false)
            #expect(try response.members == ["u_7"])
            let waiting = try response.json["invites"]?.array?.first
            #expect(waiting?["redeemed_by_app_user_id"] == "u_42")
        }
    }

    @Test("an unknown, used, revoked or foreign code is refused alike")
    func notFound() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let used = try await api.code(for: household)
            _ = try await api.join("u_8", by: used)
            let revoked = try await api.invite(to: household).json
            _ = try await api.delete(
                "revokeHouseholdInvite",
                "/v1/households/\(household)/invites/\(revoked["invite_id"]?.string ?? "")")
            let other = try await TestTenant.create()
            _ = try await other.invite(to: try await other.found("u_7"), code: "inv_theirs")
            var bodies: Set<String> = []
            for code in [
                used, revoked["invite_code"]?.string ?? "", "inv_theirs", "hello", "é 🏠",
                String(repeating: "x", count: 200),
            ] {
                let response = try await api.join("u_42", by: code, headers: oneRequestID)
                #expect(try response.refusal == "404 invite_not_found")
                bodies.insert(response.text)
            }
            #expect(bodies.count == 1)
        }
    }

    @Test("an expired invite is gone")
    func expired() async throws {
        try await TestAPI.run { api in
            let household = try await api.tenant.found("u_7", at: "2020-01-01T00:00:00Z")
            _ = try await api.tenant.invite(
                to: household, code: "inv_old", at: "2020-01-01T00:00:00Z")
            #expect(try await api.join("u_42", by: "inv_old").refusal == "410 invite_expired")
        }
    }

    @Test("a full household refuses joins")
    func full() async throws {
        let rules = { (rules: inout TenantDefinition.HouseholdRules) in
            (rules.maxMembers, rules.invitesWithinSeats) = (2, false)
        }
        try await TestAPI.run(households: rules) { api in
            let household = try await api.found("u_7")
            let (first, second) = (
                try await api.code(for: household), try await api.code(for: household)
            )
            #expect(try await api.join("u_8", by: first).status == 200)
            #expect(try await api.join("u_42", by: second).refusal == "409 household_full")
            #expect(try await api.leave("u_8", household).status == 204)
            #expect(try await api.join("u_42", by: second).status == 200)
        }
    }

    @Test("a member of a household cannot join any household")
    func alreadyIn() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let own = try await api.join("u_7", by: try await api.code(for: household))
            #expect(try own.refusal == "409 already_in_household")
            _ = try await api.found("u_8")
            let other = try await api.join("u_8", by: try await api.code(for: household))
            #expect(try other.refusal == "409 already_in_household")
        }
    }

    @Test("a former member waits, unless the request ignores the cool-down")
    func cooldown() async throws {
        try await TestAPI.run { api in
            let left = try await api.found("u_7", with: ["u_42"])
            #expect(try await api.leave("u_42", left).status == 204)
            let household = try await api.found("u_8")
            let code = try await api.code(for: household)
            let early = try await api.join("u_42", by: code, ignoringCooldown: false)
            #expect(try early.refusal == "409 cooldown")
            #expect(try early.json["retry_at"]?.string != nil)
            let late = try await api.join("u_42", by: code, ignoringCooldown: true)
            #expect(late.status == 200)
        }
    }

    @Test("one id in two tenants joins two households")
    func twoTenants() async throws {
        try await TestAPI.run { api in
            let other = try await TestTenant.create()
            let theirs = try await other.found("u_7")
            _ = try await other.invite(to: theirs, code: "inv_theirs")
            let household = try await api.found("u_7", with: ["u_42"])
            let joined = try await api.join(
                "u_42", by: "inv_theirs", key: try await other.key(.secret))
            #expect(joined.status == 200)
            #expect(
                try joined.json["household_id"]?.string?.uppercased() == theirs.uuidString)
            #expect(try await api.household(household).members == ["u_7", "u_42"])
        }
    }

    @Test(
        "each field problem has its pointer",
        arguments: [
            ("{}", ["/app_user_id", "/code"]),
            (#"{"app_user_id":"u","code":"","household_id":"x"}"#, ["/household_id", "/code"]),
            (#"{"app_user_id":"u","code":7,"ignore_cooldown":1}"#, ["/code", "/ignore_cooldown"]),
        ])
    func badBody(_ body: String, _ pointers: [String]) async throws {
        try await TestAPI.run { api in
            let response = try await api.post(
                "joinHousehold", "/v1/households/join", try JSONParser.parse(Array(body.utf8)))
            #expect(try response.refusal == "422 validation_failed")
            #expect(try response.pointers == pointers)
        }
    }
}
