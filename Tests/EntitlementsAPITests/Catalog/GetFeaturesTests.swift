import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/users/{app_user_id}/features")
struct GetFeaturesTests {
    @Test("all features say whether they are allowed, and what unlocks them")
    func all() async throws {
        try await TestAPI.run(like: "yapmate") { api in
            try await api.tenant.receive(.initialPurchase(product: "com.yapmate.pro.monthly"))
            let path = "/v1/users/u_42/features?as_of=2026-11-21T10:00:00Z"
            let response = try await api.get("getFeatures", path)
            let features = try #require(try response.json["features"]?.object)
            #expect(features.members.count > 1)
            // Each is as it is alone.
            for member in features.members {
                let alone = try await api.get(
                    "getFeature",
                    "/v1/users/u_42/features/\(member.name)?as_of=2026-11-21T10:00:00Z")
                for name in ["feature_id", "is_allowed", "reason", "entitlement_id"] {
                    #expect(member.value[name] == (try alone.json[name]))
                }
            }
            let support = features["vat_support"]
            #expect(support?["is_allowed"] == true)
            let unlocking = try #require(support?["unlocked_by"]?.array)
            #expect(unlocking.map { $0["entitlement_id"] } == ["pro", "trade"])
            #expect(
                unlocking.first?["product_ids"]?.array?.contains("com.yapmate.pro.monthly")
                    == true)
            let higher = unlocking.last?["product_ids"]?.array ?? []
            #expect(higher.contains("com.yapmate.trade.monthly"))
            #expect(!higher.contains("com.yapmate.pro.monthly"))
        }
    }

    @Test("what is free is allowed to everyone and unlocked by nothing, also for unknown people")
    func free() async throws {
        try await TestAPI.run(like: "digero") { api in
            let answer = try await api.get("getFeatures", "/v1/users/absent/features").json
            #expect(
                answer["features"]?["web_import"] == [
                    "feature_id": "web_import", "is_allowed": true, "reason": "free",
                    "entitlement_id": nil, "unlocked_by": [],
                ])
            let known = try await api.get("getAppUser", "/v1/users/absent")
            #expect(try known.refusal == "404 app_user_not_found")
        }
    }

    @Test("a tenant without features has none")
    func none() async throws {
        try await TestAPI.run { api in
            try await api.tenant.apply { $0.features = [] }
            let answer = try await api.get("getFeatures", "/v1/users/u_42/features").json
            #expect(answer["features"]?.object?.members.count == 0)
        }
    }
}
