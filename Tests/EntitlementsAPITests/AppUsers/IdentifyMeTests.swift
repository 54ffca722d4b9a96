import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/me/identify")
struct IdentifyMeTests {
    private let phone = "$RCAnonymousID:8069238d6049ce87cc529853916d624c"

    private func identify(
        _ api: TestAPI, as subject: String, isAnonymous: Bool = false, _ body: JSONValue
    ) async throws -> RawHTTPResponse {
        try await api.post(
            "identifyMe", "/v1/me/identify", body,
            key: try TestAPI.token(of: subject, isAnonymous: isAnonymous),
            headers: [("Hearth-Tenant", api.tenant.slug)])
    }

    /// Creates a phone with a purchase, and returns its device secret.
    private func phoneThatBought(_ api: TestAPI) async throws -> String {
        try await api.tenant.takeTokens()
        try await api.tenant.receive(.initialPurchase(appUserID: phone))
        let made = try await api.post(
            "createAppUser", "/v1/users", ["app_user_id": .string(phone), "kind": "anonymous"])
        return try #require(try made.json["device_secret"]?.string)
    }

    @Test("the token names the app user, and the device secret proves the phone")
    func deviceSecret() async throws {
        try await TestAPI.run { api in
            let secret = try await phoneThatBought(api)
            let body: JSONValue = [
                "anonymous_app_user_id": .string(phone),
                "proof": ["device_secret": .string(secret)],
            ]
            let response = try await identify(api, as: "u_42", body)
            #expect(try response.json["outcome"] == "upgraded")
            #expect(try await api.tenant.owners().values.first == "\(phone) u_42")
            let audit = try await api.tenant.auditEntries()
            #expect(audit.first?["actor"] == "app_user:u_42")
            // Another app user cannot use the secret again.
            #expect(try await identify(api, as: "u_43", body).refusal == "403 proof_invalid")
        }
    }

    @Test("a phone's id, an anonymous token or a secret key is no proof")
    func refused() async throws {
        try await TestAPI.run { api in
            _ = try await phoneThatBought(api)
            let named: JSONValue = ["anonymous_app_user_id": .string(phone)]
            #expect(try await identify(api, as: "u_42", named).refusal == "403 proof_required")
            let anonymous = try await identify(api, as: "sign-in", isAnonymous: true, named)
            #expect(try anonymous.refusal == "409 not_identified")
            let other = try await api.post(
                "identifyMe", "/v1/me/identify", named, key: api.secretKey,
                headers: [("Hearth-Tenant", api.tenant.slug)])
            #expect(try other.refusal == "401 token_refused")
        }
    }

    @Test("only the anonymous sign-in's own token proves it")
    func token() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.receive(.initialPurchase(appUserID: "sign-in"))
            func body(_ token: String) -> JSONValue {
                [
                    "anonymous_app_user_id": "sign-in",
                    "proof": ["anonymous_token": .string(token)],
                ]
            }
            let wrong = [
                try TestAPI.token(of: "sign-in"),
                try TestAPI.token(of: "another", isAnonymous: true),
                try TestAPI.token(of: "sign-in", isAnonymous: true) + "x", "none",
            ]
            for token in wrong {
                let response = try await identify(api, as: "u_42", body(token))
                #expect(try response.refusal == "403 proof_invalid")
            }
            let right = try TestAPI.token(of: "sign-in", isAnonymous: true)
            let response = try await identify(api, as: "u_42", body(right))
            #expect(try response.json["outcome"] == "upgraded")
            // The anonymous token is invalid after the merge.
            let dead = try await api.me("getMe", "/v1/me", token: right)
            #expect(try dead.refusal == "401 token_superseded")
        }
    }

    @Test("a sign-in that became permanent needs no other proof")
    func sameID() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.create("sign-in")
            try await api.tenant.receive(.initialPurchase(appUserID: "sign-in"))
            let response = try await identify(
                api, as: "sign-in", ["anonymous_app_user_id": "sign-in"])
            #expect(try response.json["outcome"] == "upgraded")
            #expect(try response.json["app_user"]?["kind"] == "identified")
            #expect(try await api.tenant.orphans().isEmpty)
        }
    }
}
