import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/households/{household_id}/invites")
struct CreateHouseholdInviteTests {
    @Test("an invite has a unique code, which no lookup shows")
    func created() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let first = try await api.invite(to: household)
            #expect(first.status == 201)
            let code = try #require(try first.json["invite_code"]?.string)
            #expect(try await api.code(for: household) != code)
            let shown = try await api.household(household)
            #expect(try shown.json["invites"]?.array?.count == 2)
            #expect(!shown.text.contains(code))
            #expect(
                try shown.json["invites"]?.array?.first?["invite_id"] == first.json["invite_id"])
        }
    }

    @Test("the body is absent or an empty object")
    func body() async throws {
        try await TestAPI.run { api in
            let target = "/v1/households/\(try await api.found("u_7"))/invites"
            let object = try await api.post("createHouseholdInvite", target, [:])
            #expect(object.status == 201)
            let field = try await api.post("createHouseholdInvite", target, ["seats": 1])
            #expect(try field.pointers == ["/seats"])
            let array = try await api.post("createHouseholdInvite", target, [])
            #expect(try array.pointers == [""])
            let text = try await api.send(
                "createHouseholdInvite", "POST", target, key: api.secretKey, body: [0x7B, 0x7D])
            #expect(try text.refusal == "415 unsupported_media_type")
            let malformed = try await api.send(
                "createHouseholdInvite", "POST", target, key: api.secretKey,
                headers: [("Content-Type", "application/json")], body: [0x7B])
            #expect(try malformed.refusal == "400 malformed_json")
            let query = try await api.post("createHouseholdInvite", target + "?seats=1")
            #expect(try query.pointers == ["/seats"])
        }
    }

    @Test("a repetition with a key returns the same invite and code")
    func repeated() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            let key = [("Idempotency-Key", "the-first")]
            let first = try await api.invite(to: household, headers: key)
            let second = try await api.invite(to: household, headers: key)
            #expect(first["idempotent-replayed"] == nil)
            #expect(second["idempotent-replayed"] == "true")
            #expect(second.body == first.body)
            #expect(second.status == 201)
            #expect(try await api.household(household).json["invites"]?.array?.count == 1)
            let code = try #require(try second.json["invite_code"]?.string)
            #expect(try await api.join("u_42", by: code).status == 200)

            let other = try await api.invite(
                to: household, headers: [("Idempotency-Key", "the-second")])
            #expect(try other.json["invite_code"]?.string != code)
        }
    }

    @Test("one key for two households is refused")
    func reused() async throws {
        try await TestAPI.run { api in
            let key = [("Idempotency-Key", "the-first")]
            let first = try await api.found("u_7")
            let second = try await api.found("u_8")
            #expect(try await api.invite(to: first, headers: key).status == 201)
            let refused = try await api.invite(to: second, headers: key)
            #expect(try refused.refusal == "422 idempotency_key_reused")
        }
    }

    @Test("open invites never exceed free seats")
    func full() async throws {
        try await TestAPI.run(households: { $0.maxMembers = 2 }) { api in
            let household = try await api.found("u_7")
            #expect(try await api.invite(to: household).status == 201)
            #expect(try await api.invite(to: household).refusal == "409 household_full")
        }
    }

    @Test("an unknown, foreign or malformed household is refused alike")
    func notFound() async throws {
        try await TestAPI.run { api in
            let theirs = try await TestTenant.create().found("u_7").uuidString
            var bodies: Set<String> = []
            for id in [theirs, "6f1c3c0e-52d5-4b8e-9f0a-3d9f6c1f7a10", "join", "%F0%9F%8F%A0"] {
                let response = try await api.invite(to: id, headers: oneRequestID)
                #expect(try response.refusal == "404 household_not_found")
                bodies.insert(response.text)
            }
            #expect(bodies.count == 1)
        }
    }

    @Test("an invite to a dissolved household is refused")
    func dissolved() async throws {
        try await TestAPI.run { api in
            let household = try await api.found("u_7")
            _ = try await api.delete("dissolveHousehold", "/v1/households/\(household)")
            #expect(try await api.invite(to: household).refusal == "409 household_dissolved")
        }
    }
}
