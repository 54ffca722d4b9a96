import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("DELETE /v1/users/{app_user_id}, and GET …/export")
struct EraseAppUserTests {
    @Test("somebody has what is known of them, is forgotten, and is nobody")
    func erased() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: "u_42"))
            let export = { try await api.get("exportAppUser", "/v1/users/u_42/export", key: $0) }
            let known = try await export(api.secretKey)
            #expect(try known.json["app_user"]?["app_user_ids"] == ["u_42"])
            #expect(try await export(api.readKey).refusal == "403 forbidden")

            let erase = {
                try await api.send("eraseAppUser", "DELETE", "/v1/users/u_42", key: $0)
            }
            #expect(try await erase(api.readKey).refusal == "403 forbidden")
            #expect(try await erase(api.secretKey).status == 204)
            #expect(try await erase(api.secretKey).refusal == "404 app_user_not_found")
            #expect(try await export(api.secretKey).refusal == "404 app_user_not_found")
            let gone = try await api.get("getAppUser", "/v1/users/u_42")
            #expect(try gone.refusal == "404 app_user_not_found")
        }
    }
}
