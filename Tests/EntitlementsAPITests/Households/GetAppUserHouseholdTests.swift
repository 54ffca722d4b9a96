import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/users/{app_user_id}/household")
struct GetAppUserHouseholdTests {
    private func household(
        _ api: TestAPI, _ appUserID: String, _ query: String = "",
        headers: [(String, String)] = []
    ) async throws -> RawHTTPResponse {
        try await api.get(
            "getAppUserHousehold", "/v1/users/\(appUserID)/household\(query)", headers: headers)
    }

    @Test("any id of an app user finds the household, now and in the past")
    func found() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                .initialPurchase(appUserID: "u_42")
                    .setting("aliases", ["u_42", "$RCAnonymousID:a"]))
            let id = try await api.tenant.found("u_7", with: ["u_42"], at: "2020-01-02T00:00:00Z")
            let now = try await household(api, "%24RCAnonymousID%3Aa")
            #expect(now.status == 200)
            #expect(now.text.hasPrefix(#"{"as_of":"#))
            #expect(try now.json["household_id"]?.string?.uppercased() == id.uuidString)
            let before = try await household(api, "u_42", "?as_of=2020-01-01T00:00:00Z")
            #expect(try before.refusal == "404 household_not_found")
        }
    }

    @Test("a lone, unknown or another tenant's app user has no household")
    func notFound() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: "alone"))
            try await TestTenant.create().found("theirs")
            var bodies: Set<String> = []
            for person in ["alone", "unknown", "theirs"] {
                let response = try await household(api, person, headers: oneRequestID)
                #expect(try response.refusal == "404 household_not_found")
                bodies.insert(response.text)
            }
            #expect(bodies.count == 1)
        }
    }

    @Test("the app user and the entitlements name the household")
    func named() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                .initialPurchase(
                    appUserID: "u_7", purchasedAt: "2020-01-01T00:00:00Z",
                    expiresAt: "2099-01-01T00:00:00Z"))
            let id = try await api.tenant.found("u_7", with: ["u_42"], at: "2020-01-02T00:00:00Z")
            let person = try await api.get("getAppUser", "/v1/users/u_42").json
            let expected: JSONValue = [
                "household_id": .string(id.uuidString.lowercased()), "role": "member",
                "joined_at": "2020-01-02T00:00:00.000Z",
            ]
            #expect(person["household"] == expected)
            let entitlement = try await api.get(
                "getEntitlement", "/v1/users/u_42/entitlements/plus"
            ).json
            #expect(entitlement["is_active"] == true)
            #expect(entitlement["source"]?["kind"] == "household")
            #expect(entitlement["source"]?["app_user_id"] == "u_7")
            #expect(entitlement["source"]?["household_id"] == expected["household_id"])
        }
    }
}
