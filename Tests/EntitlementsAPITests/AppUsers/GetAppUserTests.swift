import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/users/{app_user_id}")
struct GetAppUserTests {
    @Test("an app user has ids, a kind and purchases")
    func person() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                .initialPurchase(appUserID: "u_42")
                    .setting("aliases", ["u_42", "$RCAnonymousID:a"]))
            let response = try await api.get("getAppUser", "/v1/users/%24RCAnonymousID%3Aa")
            #expect(response.status == 200)
            let json = try response.json
            #expect(json["app_user_id"] == "$RCAnonymousID:a")
            #expect(json["app_user_ids"] == ["u_42", "$RCAnonymousID:a"])
            #expect(json["kind"] == "identified")
            #expect(json["subscriptions"]?.array?.count == 1)
            #expect(response["cache-control"] == "private, no-store")
        }
    }

    @Test("an unknown id and another tenant's id are not found alike")
    func nobody() async throws {
        try await TestAPI.run { api in
            let other = try await TestTenant.create()
            try await other.receive(.initialPurchase(appUserID: "theirs"))
            let absent = try await api.get("getAppUser", "/v1/users/absent")
            let theirs = try await api.get("getAppUser", "/v1/users/theirs")
            #expect(absent.status == 404)
            #expect(theirs.status == 404)
            #expect(try absent.code == "app_user_not_found")
            #expect(try absent.json["detail"] == theirs.json["detail"])
        }
    }

    @Test("the environment parameter is refused, as both environments are listed")
    func environment() async throws {
        try await TestAPI.run { api in
            let response = try await api.get("getAppUser", "/v1/users/u?environment=sandbox")
            #expect(try response.pointers == ["/environment"])
        }
    }
}
