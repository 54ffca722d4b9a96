import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/users/{app_user_id}")
struct GetProfileTests {
    @Test("has all that the app user's operation answers, and who they are")
    func works() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                .initialPurchase(appUserID: "u_1").attributes(["$email": "ana@example.com"]))
            let profile = try await api.get("getProfile", "/v1/admin/users/u_1", key: api.secretKey)
            let json = try profile.json
            let moment = try #require(json["as_of"]?.string)
            let appUser = try await api.get("getAppUser", "/v1/users/u_1?as_of=\(moment)").json
            for member in appUser.object?.members ?? [] {
                #expect(json[member.name] == member.value, "\(member.name)")
            }
            #expect(json["email"] == "ana@example.com")
            #expect(json["paid"]?.array?.count == 1)
        }
    }

    @Test("a read key may not see it, and an unknown id is not found")
    func refused() async throws {
        try await TestAPI.run { api in
            let path = "/v1/admin/users/unknown"
            #expect(try await api.get("getProfile", path).status == 403)
            let absent = try await api.get("getProfile", path, key: api.secretKey)
            #expect(try absent.code == "app_user_not_found")
        }
    }
}
