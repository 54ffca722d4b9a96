import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/me")
struct GetMeTests {
    @Test("an app user has ids, a kind and purchases")
    func person() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.receive(
                .initialPurchase(appUserID: "u_42")
                    .setting("aliases", ["u_42", "$RCAnonymousID:a"]))
            let response = try await api.me("getMe", "/v1/me", as: "u_42")
            let json = try response.json
            #expect(json["app_user_id"] == "u_42")
            #expect(json["app_user_ids"] == ["u_42", "$RCAnonymousID:a"])
            #expect(json["kind"] == "identified")
            #expect(json["subscriptions"]?.array?.count == 1)
            #expect(response["cache-control"] == "private, no-store")
        }
    }

    @Test("an unknown app user is not found, and parameters are refused")
    func nobody() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            let response = try await api.me("getMe", "/v1/me", as: "absent")
            #expect(try response.refusal == "404 app_user_not_found")
            let query = try await api.me("getMe", "/v1/me?app_user_id=u_42", as: "absent")
            #expect(try query.pointers == ["/app_user_id"])
        }
    }
}
