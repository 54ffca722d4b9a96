import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/users/{app_user_id}/entitlements/{entitlement_id}")
struct GetEntitlementTests {
    @Test("one entitlement equals its entry in the list")
    func one() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: "u_42"))
            let query = "as_of=2026-11-21T10:00:00Z"
            let one = try await api.get(
                "getEntitlement", "/v1/users/u_42/entitlements/plus?\(query)")
            let all = try await api.get(
                "getEntitlements", "/v1/users/u_42/entitlements?\(query)")
            let listed = try #require(try all.json["entitlements"]?["plus"]?.object)
            #expect(try one.json["entitlement_id"] == "plus")
            for member in listed.members {
                #expect(try one.json[member.name] == member.value, "\(member.name)")
            }
        }
    }

    @Test("an entitlement that the app user never had is inactive")
    func never() async throws {
        try await TestAPI.run { api in
            let response = try await api.get(
                "getEntitlement", "/v1/users/nobody/entitlements/plus")
            #expect(response.status == 200)
            #expect(try response.json["is_active"] == false)
            #expect(try response.json["source"] == .null)
        }
    }

    @Test("an entitlement that the catalog lacks is not found")
    func notInCatalog() async throws {
        try await TestAPI.run { api in
            let response = try await api.get(
                "getEntitlement", "/v1/users/u_42/entitlements/gold")
            #expect(response.status == 404)
            #expect(try response.code == "entitlement_not_in_catalog")
            #expect(
                try response.json["detail"]
                    == "“gold” is not in the tenant file; it has: plus.")
            try await api.tenant.apply { $0.unmappedFeatures = .error }
            let feature = try await api.get("getFeature", "/v1/users/u_42/features/lab")
            let detail = try feature.json["detail"]?.string
            #expect(detail?.hasPrefix("“lab” is not in the tenant file; it has: ") == true)
            #expect(detail?.contains(", labs") == true)
        }
    }

    @Test("an unchanged answer is 304")
    func notModified() async throws {
        try await TestAPI.run { api in
            let target = "/v1/users/u_42/entitlements/plus"
            let tag = try #require(try await api.get("getEntitlement", target)["etag"])
            let again = try await api.get(
                "getEntitlement", target, headers: [("If-None-Match", tag)])
            #expect(again.status == 304)
        }
    }
}
