import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import RevenueCat
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("A secret that another encryption key sealed")
struct UnreadableSecretsTests {
    @Test("the other slot of a webhook's secret is believed, and a wrong value is 401")
    func otherSlot() async throws {
        try await TestAPI.run { api in
            try await api.tenant.setOthers("authorization", slot: 2)
            try await api.tenant.setOthers("signature", slot: 2)
            let event = RevenueCatEvent.initialPurchase(appUserID: "u_42")
            #expect(try await api.deliver(event.body).status == 200)
            let wrong = try await api.deliver(
                event.body, headers: [("Authorization", "Bearer wrong")])
            #expect(wrong.status == 401)
            #expect(try wrong.code == "webhook_unauthorized")
        }
    }

    @Test("if no slot opens, webhooks are 503 with a code; lookups and phones are answered")
    func none() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.setOthers("authorization", slot: 1)
            for value in [TestAPI.webhookAuthorization, "Bearer wrong"] {
                let answer = try await api.deliver(
                    RevenueCatEvent.initialPurchase(appUserID: "u_42").body,
                    headers: [("Authorization", value)])
                #expect(answer.status == 503)
                #expect(try answer.code == "secret_unreadable")
            }
            let token = try TestAPI.token(of: "u_42")
            let me = try await api.me("getMe", "/v1/me", token: token)
            #expect(me.status == 200)
        }
    }

    @Test("a signing secret alone that another key sealed is 503, and the other slot opens it")
    func signatureAlone() async throws {
        try await TestAPI.run(webhook: [.signature]) { api in
            try await api.tenant.setOthers("signature", slot: 1)
            let body = RevenueCatEvent.initialPurchase(appUserID: "u_42").body
            func deliver(signedWith secret: String) async throws -> RawHTTPResponse {
                let signature = RevenueCatEvent.signature(of: body, secret: secret, at: TestAPI.now)
                return try await api.deliver(
                    body, headers: [("X-RevenueCat-Webhook-Signature", signature)])
            }
            for secret in [TestAPI.webhookSigningSecret, "wrong"] {
                let refused = try await deliver(signedWith: secret)
                #expect(try refused.refusal == "503 secret_unreadable")
            }
            try await api.tenant.seal("whsec of slot 2", .signature, slot: 2)
            api.credentials.invalidate()
            #expect(try await deliver(signedWith: "whsec of slot 2").status == 200)
            let wrong = try await deliver(signedWith: "wrong")
            #expect(try wrong.refusal == "401 webhook_unauthorized")
        }
    }

    @Test("no secret of an endpoint is sealed by a key that opens none of the tenant's secrets")
    func sealing() async throws {
        try await TestAPI.run { api in
            let body: JSONValue = ["url": "https://hooks.example/in"]
            for mechanism in ["authorization", "signature"] {
                try await api.tenant.setOthers(mechanism, slot: 1)
            }
            let endpoint = UUID()
            _ = try await api.tenant.database.callOne(
                CreateEndpoint(
                    endpointID: endpoint, url: "https://hooks.example/a",
                    sealed: try SecretBox.others.seal([1], for: "other"), actor: "test"),
                in: api.tenant.id)
            let rotating = "/v1/admin/endpoints/\(endpoint)/rotate_secret"
            let refused = [
                try await api.post("createEndpoint", "/v1/admin/endpoints", body),
                try await api.post("rotateEndpointSecret", rotating, [:]),
            ]
            for answer in refused {
                #expect(try answer.refusal == "503 secret_unreadable")
            }
            try await api.tenant.seal(TestAPI.webhookAuthorization, .authorization, slot: 2)
            let created = try await api.post("createEndpoint", "/v1/admin/endpoints", body)
            #expect(created.status == 201)
        }
    }

    @Test("tokens are believed by the other slot, and 503 if none opens")
    func tokens() async throws {
        for (slots, right, wrong) in [([Int32(2)], 200, 401), ([1], 503, 503)] {
            try await TestAPI.run { api in
                try await api.tenant.takeTokens()
                for slot in slots { try await api.tenant.setOthersToken(slot: slot) }
                let token = try TestAPI.token(of: "u_42")
                #expect(try await api.me("getMe", "/v1/me", token: token).status == right)
                let forged = try TestTokens.token(
                    of: "u_42", at: TestAPI.now, secret: "another secret, of forty letters exactly")
                let answer = try await api.me("getMe", "/v1/me", token: forged)
                #expect(answer.status == wrong)
                #expect(try answer.code == (wrong == 401 ? "token_refused" : "secret_unreadable"))
            }
        }
    }

    @Test("slots: those that open, and an error if there are some and none opens")
    func slots() throws {
        let box = try SecretBox.forTests()
        let mine = try box.seal([1], for: "a")
        let others = try SecretBox.others.seal([2], for: "a")
        #expect(try box.openSome(of: [others, mine], for: "a") == [[1]])
        #expect(try box.openSome(of: [], for: "a") == [])
        let failure = #expect(throws: Failure.self) { try box.openSome(of: [others], for: "a") }
        #expect(failure?.code == .secretUnreadable)
    }
}

extension SecretBox {
    /// With another key than the tests'.
    fileprivate static var others: SecretBox {
        get throws { try #require(SecretBox(keyBytes: [UInt8](repeating: 99, count: 32))) }
    }
}

extension TestTenant {
    fileprivate func setOthers(_ kind: String, slot: Int32) async throws {
        let mechanism = try #require(WebhookMechanism(rawValue: kind))
        let sealed = try SecretBox.others.seal(
            Array("a secret".utf8), for: WebhookSecret.sealingContext(mechanism, of: id))
        _ = try await database.call(
            SetSecret(kind: kind, name: "", slot: slot, sealed: sealed), in: id)
    }

    fileprivate func setOthersToken(slot: Int32) async throws {
        let context = TokenSecret.sealingContext(of: TestTokens.issuer, of: id)
        let sealed = try SecretBox.others.seal(Array(TestTokens.secret.utf8), for: context)
        _ = try await database.call(
            SetSecret(
                kind: "token_secret", name: TestTokens.issuer, slot: slot, sealed: sealed), in: id)
    }
}
