import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/users/{app_user_id}/features/{feature_id}")
struct GetFeatureTests {
    @Test("a feature is allowed while its entitlement is active")
    func allowed() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: "u_42"))
            for (person, isAllowed, reason) in [
                ("u_42", true, "entitlement_active"), ("nobody", false, "entitlement_inactive"),
            ] {
                let response = try await api.get(
                    "getFeature", "/v1/users/\(person)/features/labs?as_of=2026-11-21T10:00:00Z")
                #expect(response.status == 200)
                #expect(try response.json["is_allowed"] == .bool(isAllowed))
                #expect(try response.json["reason"] == .string(reason))
                #expect(try response.json["entitlement_id"] == "plus")
            }
        }
    }

    @Test("a feature that the catalog lacks is not found")
    func notInCatalog() async throws {
        try await TestAPI.run(like: "yapmate") { api in
            let response = try await api.get("getFeature", "/v1/users/u_42/features/teleport")
            #expect(response.status == 404)
            #expect(try response.code == "feature_not_in_catalog")
        }
    }

    @Test("a feature that the catalog lacks is allowed where the file says so")
    func unmapped() async throws {
        try await TestAPI.run { api in
            let response = try await api.get("getFeature", "/v1/users/u_42/features/cooking")
            #expect(try response.json["is_allowed"] == true)
            #expect(try response.json["reason"] == "unmapped")
        }
    }
}
