import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("DELETE /v1/users/{app_user_id}, and GET …/export")
struct EraseAppUserTests {
    @Test("an app user is exported and erased with the secret key, then not found")
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

    @Test("the name that replaced an erased id is refused in every request")
    func erasedName() async throws {
        try await TestAPI.run { api in
            let phone = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
            for person in ["u_42", phone] {
                try await api.tenant.receive(.initialPurchase(appUserID: person))
                _ = try await api.send(
                    "eraseAppUser", "DELETE", "/v1/users/\(person)", key: api.secretKey)
            }
            let audit = try await api.send(
                "listAuditEntries", "GET", "/v1/admin/audit_entries", key: api.secretKey)
            let names = try audit.json["data"]?.array?.compactMap {
                $0["app_user_ids"]?.array?.first?.string
            }
            #expect(names?.count == 2)
            for name in names ?? [] {
                #expect(name.contains("erased-"))
                for route in ["getEntitlements": "/entitlements", "getAppUser": ""] {
                    let read = try await api.get(route.key, "/v1/users/\(name)\(route.value)")
                    #expect(try read.refusal == "404 app_user_not_found")
                }
                let kind: JSONValue = name.hasPrefix("$") ? "anonymous" : "identified"
                let made = try await api.post(
                    "createAppUser", "/v1/users", ["app_user_id": .string(name), "kind": kind])
                #expect(try made.refusal == "422 validation_failed")
                for people: JSONValue in [
                    ["anonymous_app_user_id": .string(name), "app_user_id": "u_1"],
                    ["anonymous_app_user_id": .string(phone), "app_user_id": .string(name)],
                ] {
                    let identified = try await api.post(
                        "identifyAppUser", "/v1/users/identify", people)
                    #expect(try identified.refusal == "422 validation_failed")
                }
            }
        }
    }
}
