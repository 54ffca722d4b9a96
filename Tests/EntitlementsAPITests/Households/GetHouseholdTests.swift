import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/households/{household_id}")
struct GetHouseholdTests {
    @Test("a household has members, seats, invites and shares, now and in the past")
    func household() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                .initialPurchase(
                    appUserID: "u_7", purchasedAt: "2020-01-01T00:00:00Z",
                    expiresAt: "2099-01-01T00:00:00Z"))
            let id = try await api.tenant.found("u_7", with: ["u_42"], at: "2020-01-02T00:00:00Z")
            let code = try await api.code(for: id.uuidString)
            let now = try await api.household(id.uuidString)
            #expect(now.text.hasPrefix(#"{"as_of":"#))
            #expect(!now.text.contains(code))
            #expect(try now.members == ["u_7", "u_42"])
            #expect(try now.json["seats"] == ["total": 6, "taken": 2, "free": 4])
            #expect(try now.json["invites"]?.array?.count == 1)
            let share = try now.json["shares"]?.array?.first
            #expect(share?["entitlement_id"] == "plus")
            #expect(share?["app_user_id"] == "u_7")
            #expect(share?["is_held"] == false)

            let moment = "2020-01-02T00:00:00.000Z"
            let then = try await api.household(id.uuidString, "?as_of=\(moment)")
            #expect(try then.json["as_of"] == .string(moment))
            let before = try await api.household(id.uuidString, "?as_of=2020-01-01T00:00:00Z")
            #expect(try before.refusal == "404 household_not_found")
        }
    }

    @Test("an unknown, foreign or malformed household is refused alike")
    func notFound() async throws {
        try await TestAPI.run { api in
            let theirs = try await TestTenant.create().found("u_7").uuidString
            var bodies: Set<String> = []
            for id in [theirs, "6f1c3c0e-52d5-4b8e-9f0a-3d9f6c1f7a10", "join"] {
                let response = try await api.household(id, headers: oneRequestID)
                #expect(try response.refusal == "404 household_not_found")
                bodies.insert(response.text)
            }
            let changed = try await api.invite(to: "hello", headers: oneRequestID)
            #expect(bodies == [changed.text])
        }
    }

    @Test("as_of is the only parameter")
    func query() async throws {
        try await TestAPI.run { api in
            let id = try await api.found("u_7")
            let response = try await api.household(id, "?environment=sandbox")
            #expect(try response.pointers == ["/environment"])
        }
    }
}
