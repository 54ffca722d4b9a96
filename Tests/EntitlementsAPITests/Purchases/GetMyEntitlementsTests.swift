import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/me/entitlements", .timeLimit(.minutes(5)))
struct GetMyEntitlementsTests {
    @Test("the answer equals the server's lookup, with its tag")
    func same() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.receive(.nowRunning())
            for query in ["", "?environment=sandbox", "?as_of=2020-01-01T00:00:00.000Z"] {
                let mine = try await api.me(
                    "getMyEntitlements", "/v1/me/entitlements\(query)", as: "u_42")
                let theirs = try await api.get(
                    "getEntitlements", "/v1/users/u_42/entitlements\(query)")
                #expect(mine.status == 200)
                #expect(mine["etag"] == theirs["etag"])
                #expect(try mine.json["entitlements"] == theirs.json["entitlements"])
                let again = try await api.me(
                    "getMyEntitlements", "/v1/me/entitlements\(query)", as: "u_42",
                    headers: [("If-None-Match", mine["etag"] ?? "")])
                #expect(again.status == 304)
            }
        }
    }

    @Test("a phone waits for its own transaction, and learns of no other")
    func awaited() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.receive(
                .nowRunning().transaction("t_1", original: "t_0"))
            for (person, isKnown) in [("u_42", true), ("u_43", false)] {
                for id in ["t_0", "t_1"] {
                    let response = try await api.me(
                        "getMyEntitlements",
                        "/v1/me/entitlements?await_transaction=\(id)&timeout=1", as: person)
                    #expect(response.status == 200)
                    #expect(try response.json["is_transaction_known"] == .bool(isKnown))
                }
            }
        }
    }

    @Test("one entitlement is returned, and an unknown name is refused")
    func one() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.receive(.nowRunning())
            let plus = try await api.me(
                "getMyEntitlement", "/v1/me/entitlements/plus", as: "u_42")
            #expect(try plus.json["is_active"] == true)
            #expect(try plus.json["app_user_id"] == "u_42")
            let absent = try await api.me(
                "getMyEntitlement", "/v1/me/entitlements/minus", as: "u_42")
            #expect(try absent.refusal == "404 entitlement_not_in_catalog")
        }
    }

    @Test("one feature is returned, and an unknown name as the tenant file says")
    func feature() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.receive(.nowRunning())
            let labs = try await api.me("getMyFeature", "/v1/me/features/labs", as: "u_42")
            #expect(try labs.json["is_allowed"] == true)
            let stranger = try await api.me("getMyFeature", "/v1/me/features/labs", as: "u_43")
            #expect(try stranger.json["is_allowed"] == false)
            let absent = try await api.me("getMyFeature", "/v1/me/features/none", as: "u_42")
            #expect(try absent.json["reason"] == "unmapped")
        }
    }
}
